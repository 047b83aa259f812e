"""A copy of a journal, without the key or the ledger of its box: what nobody can tell is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.proof.keys import BoxKey, new_secret
from boxctl.journal.proof.ledger import EMPTY, write_ledger
from tests.support.records.forger import Forged, forges, writes
from tests.support.records.signed_records import plays_signed_matches

Captured = pytest.CaptureFixture[str]

NO_KEY = "No key of the box is known here, so anybody can have written this."
KEY_OF_LEDGER = (
    "There is no box.key here: the key is that of box.ledger, which anybody can have signed. "
    "Compare it with a copy of the box's key."
)
NO_LEDGER = (
    "There is no box.ledger here, so nobody can tell whether this is the newest copy of the "
    "journal."
)
NOT_LISTED = (
    "The box.ledger here does not list this journal, so nobody can tell whether this is the newest "
    "copy of it."
)
NO_NUMBER = (
    "This journal has no number, as it is of an earlier version, so box.ledger cannot tell whether "
    "this is the newest copy of it."
)
ALL = {NO_KEY, KEY_OF_LEDGER, NO_LEDGER, NOT_LISTED, NO_NUMBER}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Two matches that the box has signed, beside its key and its ledger."""
    return plays_signed_matches(tmp_path / "journal.db", 2)


def key_of_box(journal: Path) -> str:
    return BoxKey(journal.with_name("box.key").read_bytes()).public.hex()


def without(journal: Path, *files: str) -> None:
    for file in files:
        journal.with_name(file).unlink()


def said(capsys: Captured, *command: str, status: int = 0) -> list[str]:
    """What a command says that nobody can tell, to people and to programs alike."""
    assert main([*command, "--json"]) == status
    notes: list[str] = json.loads(capsys.readouterr().out)["notes"]
    assert main(list(command)) == status
    assert [line for line in capsys.readouterr().out.splitlines() if line in ALL] == notes
    return notes


def questions(journal: Path) -> list[list[str]]:
    there = ["--journal", str(journal)]
    return [
        ["verify", str(journal)],
        ["verify", "1", *there],
        ["ledger", "all", *there],
        ["history", *there],
    ]


def test_nothing_is_said_beside_key_and_ledger(journal: Path, capsys: Captured) -> None:
    for question in questions(journal):
        assert said(capsys, *question) == []


def test_without_key_and_ledger_nothing_proves_that_the_box_wrote_it(
    journal: Path, capsys: Captured
) -> None:
    """Somebody has taken both away, and played another match in the place of match 1."""
    without(journal, "box.key", "box.ledger")
    forges(journal, 1, lambda entries: entries[:1])
    writes(journal, "DELETE FROM head")
    writes(journal, "DELETE FROM entry WHERE match = 2")
    for question in questions(journal):
        assert said(capsys, *question) == [NO_KEY]
    for shown in (["matches"], ["replay", "1"]):
        assert main([*shown, "--journal", str(journal)]) == 0
        assert capsys.readouterr().err == f"{NO_KEY}\n"


def test_a_key_that_is_named_does_not_tell_whether_the_copy_is_the_newest(
    journal: Path, capsys: Captured
) -> None:
    key = key_of_box(journal)
    without(journal, "box.key", "box.ledger")
    assert said(capsys, "verify", str(journal), "--key", key) == [NO_LEDGER]


def test_a_ledger_without_its_key_can_be_that_of_anybody(journal: Path, capsys: Captured) -> None:
    key = key_of_box(journal)
    without(journal, "box.key")
    for question in questions(journal):
        assert said(capsys, *question) == [KEY_OF_LEDGER]
    assert said(capsys, "verify", str(journal), "--key", key) == []


def test_a_key_without_its_ledger_is_a_fault(journal: Path, capsys: Captured) -> None:
    without(journal, "box.ledger")
    for question in questions(journal):
        assert said(capsys, *question, status=1) == []
        assert main(question) == 1
        assert "box.ledger is missing, so nobody can tell" in capsys.readouterr().out


def test_a_journal_of_another_box_is_not_listed(journal: Path, capsys: Captured) -> None:
    key = key_of_box(journal)
    without(journal, "box.key", "box.ledger")
    write_ledger(journal, EMPTY, BoxKey(new_secret()))
    assert said(capsys, "verify", str(journal), "--key", key) == [NOT_LISTED]
    assert said(capsys, "verify", str(journal), status=1) == [KEY_OF_LEDGER, NOT_LISTED]


def test_a_journal_of_before_has_no_number(journal: Path, capsys: Captured) -> None:
    def without_number(entries: Forged) -> Forged:
        del entries[0][1]["journal"]
        return entries

    key = key_of_box(journal)
    for statement in ("DELETE FROM entry WHERE match = 2", "DELETE FROM head"):
        writes(journal, statement)
    forges(journal, 1, without_number)
    without(journal, "box.key", "box.ledger")
    write_ledger(journal, EMPTY, BoxKey(new_secret()))
    assert said(capsys, "verify", str(journal), "--key", key, status=1) == [NO_NUMBER]


def test_a_head_on_paper_proves_its_match_and_no_other(journal: Path, capsys: Captured) -> None:
    assert main(["head", "1", "--json", "--journal", str(journal)]) == 0
    head = json.loads(capsys.readouterr().out)["text"]
    without(journal, "box.key", "box.ledger")
    one = ["verify", "1", "--journal", str(journal), "--head", head]
    assert said(capsys, *one) == []
    assert said(capsys, "verify", str(journal), "--head", head) == [NO_KEY]
