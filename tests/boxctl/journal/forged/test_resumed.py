"""A match is forged before the box resumes it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.audit.narrate import narrate
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import LeversRestored
from boxctl.journal.query import read_sound_match
from boxctl.journal.session import SessionSigner
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from tests.boxctl.journal.forged.conftest import (
    HEADS,
    LEDGERS,
    Captured,
    Forge,
    recorded,
    takes_signatures_away,
    tells_another_story,
    verified,
)
from tests.support.records.journals import EVENING, Bare
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.records.signed_records import (
    plays_half_a_signed_match,
    signed_table,
)
from tests.support.tables.virtual_table import VirtualTable


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("ledger", LEDGERS)
def test_a_match_is_not_resumed_where_nobody_can_tell_what_was_signed(
    journal: Path, heads: Forge, ledger: Forge
) -> None:
    plays_half_a_signed_match(journal)
    tells_another_story(journal, (7, 8))
    heads(journal)
    ledger(journal)
    table = signed_table(journal)
    table.close()
    told = [start_remark_in_words(remark) for remark in table.opened.remarks]
    assert any(remark.startswith("BX613: the ledger of the box's key") for remark in told)
    assert table.opened.match is None


@pytest.mark.parametrize("heads", HEADS)
def test_a_forged_match_that_the_box_resumes_with_a_new_key_is_not_proved(
    journal: Path, capsys: Captured, heads: Forge
) -> None:
    plays_half_a_signed_match(journal)
    tells_another_story(journal, (7, 8))
    heads(journal)
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    table = signed_table(journal, as_left=True)
    assert table.opened.match is not None
    play_turns(table, (7,))
    table.close()
    match = read_sound_match(journal, "1")
    assert match.over
    (entry,) = match.of_kind("unsigned")
    assert entry.body["signed"] == 0
    (told_later,) = [told.text for told in narrate(match) if told.entry == entry.number]
    assert told_later.startswith("no key of this box had signed any of this match when it was")
    assert verified(capsys, journal) == (
        1,
        "anybody can have written match 1: no key of this box had signed any of it when it was "
        "taken up again.\n",
    )


def test_nothing_is_signed_before_the_record_has_it_that_it_was_not(
    journal: Path, capsys: Captured
) -> None:
    """Somebody holds the journal when the box wants to say so, and lets go of it then."""
    plays_half_a_signed_match(journal)
    tells_another_story(journal, (7, 8))
    takes_signatures_away(journal)
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    match = recorded(journal, 1)
    signer = SessionSigner(journal, lambda: None, resumed=match)
    appending = Appender(lambda: open_to_write(journal), match.head, seal=signer.seal)
    with closing(sqlite3.connect(journal, isolation_level=None)) as somebody:
        appending.connection.execute("PRAGMA busy_timeout = 0")
        somebody.execute("BEGIN IMMEDIATE")
        signer(appending, milestone=False)
    appending.append([Entry(LeversRestored.kind, {"at": 9.0, "now": EVENING})])
    assert Bare(journal).execute("SELECT * FROM head") == []
    signer(appending, milestone=False)
    appending.close()
    assert len(list(recorded(journal, 1).of_kind("unsigned"))) == 1
    assert verified(capsys, journal)[0] == 1


def test_a_tail_that_was_added_before_the_box_resumes_is_not_proved(
    journal: Path, capsys: Captured
) -> None:
    plays_half_a_signed_match(journal)
    signed = len(recorded(journal, 1).entries)
    table = VirtualTable(
        "classic", "Ann,Bob", down=SHORT_BOX, stake=50, journal=journal, as_left=True
    )
    table.throws(3, 4)
    table.loses_power()
    table = signed_table(journal, as_left=True)
    assert table.opened.match is not None
    table.shuts(7)
    table.throws(1, 1)
    table.close()
    status, told = verified(capsys, journal)
    assert status == 1
    assert told.startswith(f"match 1 holds up to entry {signed - 1} only: no key of this box had")


def test_a_match_that_is_as_it_was_signed_goes_on_and_holds(
    journal: Path, capsys: Captured
) -> None:
    plays_half_a_signed_match(journal)
    table = signed_table(journal, as_left=True)
    assert table.opened.match is not None
    assert table.opened.remarks == ()
    play_turns(table, (7,))
    table.close()
    assert list(read_sound_match(journal, "1").of_kind("unsigned")) == []
    status, told = verified(capsys, journal)
    assert (status, "match 1 holds: " in told) == (0, True)
