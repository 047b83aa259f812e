"""Somebody edits an interrupted match, makes its chain right again, and starts the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.schema import entry_id
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from tests.support.records.forger import Forged, forges, rows, writes
from tests.support.records.journals import Bare
from tests.support.records.recorded_evening import a_short_match
from tests.support.tables.virtual_table import VirtualTable


def another_throw(entries: Forged) -> Forged:
    """Ann has thrown a double six, and that was ruled."""
    entries[2][1]["event"]["throw"] = [6, 6]
    return entries[:3]


def remarks(signed_table: VirtualTable) -> list[str]:
    return [start_remark_in_words(remark) for remark in signed_table.opened.remarks]


def test_a_match_that_was_edited_and_chained_again_does_not_go_on(
    signed_table: VirtualTable,
) -> None:
    forges(signed_table.path, 1, another_throw)
    signed_table.starts_again()
    assert remarks(signed_table) == [
        "a match is not resumed, as it was tampered with: match 1, entry 3: the head tells of 4 "
        "entries, and from here on they are missing."
    ]
    assert signed_table.read().number == 2
    assert len(signed_table.read(1).entries) == 3


def test_nor_does_it_with_a_head_that_fits_and_no_key_has_signed(
    signed_table: VirtualTable,
) -> None:
    forges(signed_table.path, 1, another_throw)
    writes(
        signed_table.path,
        "UPDATE head SET entries = 3, hash = (SELECT hash FROM entry WHERE id = ?)",
        (entry_id(1, 2),),
    )
    signed_table.starts_again()
    (remark,) = remarks(signed_table)
    assert "a signature of it does not hold" in remark
    assert signed_table.read().number == 2


def test_an_earlier_match_that_is_not_as_it_was_signed_is_told_of(
    signed_table: VirtualTable,
) -> None:
    signed_table.runtime.leave()
    signed_table.starts_again()
    forges(signed_table.path, 1, another_throw)
    signed_table.starts_again()
    (remark,) = remarks(signed_table)
    assert remark.startswith("BX613: ")
    assert "the box signed match 1 up to entry 3 at " in remark
    assert signed_table.read().number == 3
    signed_table.path.with_name("box.ledger").unlink()
    signed_table.starts_again()
    lost, unfit = remarks(signed_table)
    assert lost.startswith("BX613: the ledger of the box's key")
    assert unfit == "BX611: match 1 is not as the box has signed: boxctl verify says where."


def test_signed_matches_that_are_gone_are_told_of(signed_table: VirtualTable) -> None:
    writes(signed_table.path, "DELETE FROM entry")
    signed_table.path.with_name("box.key").unlink()
    signed_table.path.with_name("box.ledger").unlink()
    signed_table.starts_again()
    (remark,) = remarks(signed_table)
    assert remark.startswith("BX611: match 1 is not as the box has signed")


def another_evening(entries: Forged) -> Forged:
    """It was played as it was, but a day earlier."""
    entries[0][1]["began"] = "2026-11-20T20:15:00.000Z"
    return entries


FITS = "UPDATE head SET hash = (SELECT hash FROM entry ORDER BY id DESC LIMIT 1)"
"""The head is that of the forged match; its signature is not."""


@pytest.mark.parametrize("command", ["overrule", "head", "replay"])
def test_nothing_is_added_to_a_forged_match_by_an_operator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = a_short_match(tmp_path / "journal.db").path
    forges(path, 1, another_evening)
    before = rows(path)
    more = ["28", "--score", "3", "--reason", "so"] if command == "overrule" else []
    for change in ([], [FITS] if command != "replay" else []):
        for statement in change:
            writes(path, statement)
        assert main([command, "1", *more, "--journal", str(path)]) == 1
        assert capsys.readouterr().err.startswith("BX611: match 1, entry 30: ")
    assert rows(path) == before
    assert main(["verify", "1", "--journal", str(path)]) == 1


def test_a_match_as_it_was_signed_goes_on(signed_table: VirtualTable) -> None:
    assert signed_table.starts_again() != []
    assert remarks(signed_table) == []
    assert signed_table.read().number == 1
    assert len(Bare(signed_table.path).execute("SELECT 1 FROM head")) == 1
