"""Somebody brings back a journal as it was, and the box's key knows better."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from boxctl.audit.narrate import narrate
from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.proof.ledger import path_of_ledger
from boxctl.journal.proof.signed_heads import kept
from boxctl.journal.query import read_sound_match, reading
from boxctl.journal.session import Journal
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from tests.support.records.journals import BOX
from tests.support.records.recorded_session import plays_a_match
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]
PARTS = ("", "-wal", "-shm")


def copied(journal: Path, to: str) -> Path:
    """A copy of the journal, without its key and its ledger."""
    directory = journal.parent / to
    directory.mkdir()
    for part in PARTS:
        if Path(f"{journal}{part}").exists():
            shutil.copy(f"{journal}{part}", directory)
    return directory


def brought_back(journal: Path, copy: Path) -> None:
    for part in PARTS:
        Path(f"{journal}{part}").unlink(missing_ok=True)
    for file in copy.iterdir():
        shutil.copy(file, journal.parent)


def remarks(signed_table: VirtualTable) -> list[str]:
    return [start_remark_in_words(remark) for remark in signed_table.opened.remarks]


def test_an_undone_throw_is_found_by_the_next_start_and_by_verify(
    signed_table: VirtualTable, capsys: Captured
) -> None:
    copy = copied(signed_table.path, "before")
    signed_table.shuts(5)
    signed_table.throws(6, 6)
    add_signature(signed_table.path, signed_table.read())
    brought_back(signed_table.path, copy)
    for what in ("1", str(signed_table.path)):
        more = ["--journal", str(signed_table.path)] if what == "1" else []
        assert main(["verify", what, *more]) == 1
        told = capsys.readouterr().out
        assert told.startswith("BX613: the journal is older than its key, or another one: the box")
        assert "match 1 holds: 4 entries" in told
    signed_table.starts_again()
    (remark,) = remarks(signed_table)
    assert "the box signed match 1 up to entry 7 at 20" in remark
    assert signed_table.read().number == 2


def test_the_record_says_so_from_then_on(signed_table: VirtualTable, capsys: Captured) -> None:
    copy = copied(signed_table.path, "before")
    signed_table.shuts(5)
    add_signature(signed_table.path, signed_table.read())
    brought_back(signed_table.path, copy)
    match = read_sound_match(plays_a_match(signed_table.path), "last")
    # The writer tells of it as soon as something is written: before the ruling, or after it.
    (missing,) = match.of_kind("missing")
    assert missing.number > 0
    (said,) = [told.text for told in narrate(match) if told.text.startswith("the journal")]
    assert said.startswith("the journal is older than its key, or another: entry 5 of match 1")
    assert main(["verify", str(signed_table.path)]) == 0
    assert Journal(signed_table.path, BOX).found.findings == ()


def test_another_journal_in_its_place_is_found(signed_table: VirtualTable, tmp_path: Path) -> None:
    for part in PARTS:
        Path(f"{signed_table.path}{part}").unlink(missing_ok=True)
    signed_table.starts_again()
    (remark,) = remarks(signed_table)
    assert remark.startswith("BX613: the journal is older than its key, or another one")


def test_a_journal_of_another_name_beside_it_is_none_of_its_business(
    signed_table: VirtualTable,
) -> None:
    beside = signed_table.path.with_name("other.db")
    assert Journal(beside, BOX).found.findings == ()
    plays_a_match(beside)
    for journal in (beside, signed_table.path):
        assert Journal(journal, BOX).found.findings == ()


def test_a_ledger_that_was_taken_away_is_missed(
    signed_table: VirtualTable, capsys: Captured
) -> None:
    path_of_ledger(signed_table.path).unlink()
    assert main(["verify", str(signed_table.path)]) == 1
    assert "the ledger of the box's key" in capsys.readouterr().out
    signed_table.starts_again()
    assert remarks(signed_table)[0].endswith(
        "is missing, so nobody can tell whether the journal is older than its key."
    )


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"journals": 3}', b"[" * 100_000])
def test_a_ledger_that_is_none(
    signed_table: VirtualTable, capsys: Captured, content: bytes
) -> None:
    path_of_ledger(signed_table.path).write_bytes(content)
    signed_table.starts_again()
    assert "cannot be used (it is no ledger)" in remarks(signed_table)[0]
    assert main(["verify", str(signed_table.path)]) == 1


def test_a_ledger_that_somebody_else_has_written_is_not_believed(
    signed_table: VirtualTable, capsys: Captured
) -> None:
    path = path_of_ledger(signed_table.path)
    data = json.loads(path.read_text())
    data["journals"] = {}
    path.write_text(json.dumps(data))
    assert main(["verify", str(signed_table.path)]) == 1
    assert "the box's key has not signed it" in capsys.readouterr().out


def test_a_copy_elsewhere_has_no_ledger_and_holds(signed_table: VirtualTable) -> None:
    copy = copied(signed_table.path, "elsewhere")
    assert main(["verify", str(copy / "journal.db")]) == 0
    assert sorted(file.name for file in copy.iterdir() if "db" not in file.name) == []


def test_signatures_name_the_journal_and_are_counted(signed_table: VirtualTable) -> None:
    first = add_signature(signed_table.path, signed_table.read())
    assert first.stamp is not None
    assert first.stamp.journal == signed_table.read().header.journal
    signed_table.shuts(5)
    second = add_signature(signed_table.path, signed_table.read())
    assert second.stamp is not None
    assert second.stamp.counter == first.stamp.counter + 1
    assert second.stamp.journal == first.stamp.journal
    with reading(signed_table.path) as connection:
        assert connection.execute("SELECT count(*) FROM head").fetchone() == (2,)
    signed_table.runtime.leave()
    signed_table.starts_again()
    assert signed_table.read(2).header.journal == first.stamp.journal


def test_nothing_is_signed_in_it_on_demand(signed_table: VirtualTable, capsys: Captured) -> None:
    copy = copied(signed_table.path, "before")
    signed_table.shuts(5)
    signed_table.throws(6, 6)
    add_signature(signed_table.path, signed_table.read())
    brought_back(signed_table.path, copy)
    assert main(["head", "1", "--journal", str(signed_table.path)]) == 1
    assert capsys.readouterr().err.startswith("BX613: the journal is older than its key")
    assert main(["verify", str(signed_table.path)]) == 1


def test_a_key_that_is_new_is_in_the_record(signed_table: VirtualTable) -> None:
    journal = signed_table.path.with_name("new.db")
    first = read_sound_match(plays_a_match(journal), "last")
    (introduced,) = first.of_kind("key")
    assert introduced.body["before"] is None
    journal.with_name("box.key").unlink()
    second = read_sound_match(plays_a_match(journal), "last")
    before, after = (kept_keys(journal, number) for number in (1, 2))
    (said,) = second.of_kind("key")
    assert said.body["key"] == after
    assert said.body["before"] == before
    assert said.body["signed_by_before"] is None
    (told,) = [told.text for told in narrate(second) if told.entry == said.number]
    assert told == (
        f"from here on the key {after[:16]}… signs, after {before[:16]}…, which has not signed that"
    )


def kept_keys(journal: Path, number: int) -> str:
    with reading(journal) as connection:
        return kept(connection, number)[-1].key.hex()
