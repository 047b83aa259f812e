"""Somebody writes the header of a next match, which no key has signed.

Nobody can tell it from that of a program that was killed before it had loaded its key, so the box
goes on with it: docs/journal.md says so. The record has that a start took it up.
"""

from __future__ import annotations

from pathlib import Path

from tests.boxctl.journal.forged.conftest import Captured, recorded, verified
from tests.support.records.forger import begins_the_next_match
from tests.support.records.recorded_evening import play_turns
from tests.support.records.signed_records import plays_half_a_signed_match, signed_table

ANOTHER_DAY = "2001-01-01T00:00:00.000Z"


def test_the_box_takes_up_a_forged_header_and_its_record_says_that_a_start_did(
    journal: Path, capsys: Captured
) -> None:
    plays_half_a_signed_match(journal)
    table = signed_table(journal, as_left=True)
    play_turns(table, (7,))
    table.close()
    begins_the_next_match(journal, began=ANOTHER_DAY)
    table = signed_table(journal)
    assert table.opened.match is not None
    assert table.opened.match.number == 2
    table.throws(3, 4)
    table.close()
    match = recorded(journal, 2)
    assert match.began == ANOTHER_DAY
    assert list(match.of_kind("unsigned")) == []
    assert match.entries[1].kind == "resumed"
    assert match.entries[1].body["now"] != ANOTHER_DAY
    assert verified(capsys, journal)[0] == 0
