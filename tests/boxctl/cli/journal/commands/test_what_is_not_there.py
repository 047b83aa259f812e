"""Matches, rulings and journals that are not there, to the commands that read them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.proof.keys import new_secret, write_secret
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from groundwork.times import START
from tests.boxctl.cli.journal.commands.conftest import Captured, refused
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.forger import writes
from tests.support.records.journals import JournalAtOnce
from tests.support.tables.virtual_table import VirtualTable


@pytest.mark.parametrize("match", ["0", "2", "first", "-1", "9" * 30, "٣", ""])
@pytest.mark.parametrize(
    "command",
    [
        ["replay"],
        ["head"],
        ["dispute", "1"],
        ["overrule", "1", "--score", "1", "--reason", "seen"],
    ],
)
def test_a_match_that_is_not_there(
    capsys: Captured, table: VirtualTable, command: list[str], match: str
) -> None:
    name, *rest = command
    assert refusal(capsys, name, *rest[1:], "--", match, *rest[:1]).startswith("BX606")


@pytest.mark.parametrize("match", ["last", "1"])
@pytest.mark.parametrize("command", ["replay", "head", "verify", "analyse", "dispute", "overrule"])
def test_a_match_where_there_is_none(
    capsys: Captured, tmp_path: Path, command: str, match: str
) -> None:
    (tmp_path / "empty.db").touch()
    further = {"dispute": ["last"], "overrule": ["last", "--score", "1", "--reason", "seen"]}
    said = refused(
        capsys, command, match, *further.get(command, []), "--journal", str(tmp_path / "empty.db")
    )
    assert said == (
        f"BX606: there is no match yet in the journal {tmp_path / 'empty.db'}: play one first, "
        "or name another file with --journal."
    )


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A match that was begun, and in which nothing was ruled."""
    path = tmp_path / "begun.db"
    session = JournalAtOnce(path)
    rules = RuleSet()
    session.record("classic", None).append(
        MatchBegan(rules=written(rules), players=("Ann",), levers=rules.in_play, at=START, line=0)
    )
    session.close()
    return path


@pytest.mark.parametrize("command", [["dispute", "last", "last"], ["replay", "last", "--at", "1"]])
def test_a_match_in_which_nothing_was_ruled(
    capsys: Captured, begun: Path, command: list[str]
) -> None:
    said = refused(capsys, *command, "--journal", str(begun))
    assert said == "BX607: match 1 has no ruling yet: nobody has begun to play it."


def test_a_match_in_which_nobody_has_thrown(capsys: Captured, begun: Path) -> None:
    said = refused(capsys, "analyse", "last", "--journal", str(begun))
    assert said == "BX706: match 1: nobody has thrown yet, so there is nothing to analyse."


@pytest.mark.parametrize(("entry", "nearest"), [("2", 3), ("3", None), ("0", 1), ("4", 5)])
@pytest.mark.parametrize("command", [["dispute", "1"], ["replay", "1", "--at"]])
def test_an_entry_that_is_no_ruling(
    capsys: Captured, table: VirtualTable, command: list[str], entry: str, nearest: int | None
) -> None:
    if nearest is None:
        assert main([*command, entry]) == 0
        return
    assert refused(capsys, *command, entry) == (
        f"BX607: entry {entry} of match 1 is no ruling: the one nearest to it is entry {nearest}, "
        "and boxctl replay 1 shows them all."
    )


@pytest.mark.parametrize("journal", ["", "/", "."])
@pytest.mark.parametrize(
    "command",
    [["matches"], ["ledger"], ["key"], ["verify", "1"], ["head", "1"], ["play", "--plain"]],
)
def test_a_directory_in_place_of_a_journal(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, command: list[str], journal: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    status = main([*command, "--journal", journal])
    said = capsys.readouterr().err
    if command == ["key"]:
        assert (status, said[:5]) == (1, "BX608")
    else:
        assert (status, said) == (
            2,
            f"BX601: {Path(journal)} is a directory: name the file of a journal, such as "
            "journal.db.\n",
        )


LISTS = ("matches", "history", "ledger")
"""The commands that list what there is: before the first match that is nothing, and no fault."""


@pytest.mark.parametrize(
    "command", [["replay", "1"], ["verify", "1"], ["verify"], ["verify", "./there.db"]]
)
def test_a_journal_that_is_not_there(capsys: Captured, command: list[str]) -> None:
    assert refusal(capsys, *command).startswith("BX601: there is no journal")


@pytest.mark.parametrize("command", LISTS)
def test_before_the_first_match(capsys: Captured, command: str) -> None:
    assert main([command]) == 0
    told = capsys.readouterr()
    assert told.out == f"no match yet in {usual_place()}: boxctl play records the first\n"
    assert told.err == ""
    assert not usual_place().parent.exists()
    found = answer(capsys, command, "--json")
    assert found.pop("journal") == str(usual_place())
    assert found.pop("holds", True)
    found.pop("notes", None)  # Nobody has a key before the first match.
    assert not any(found.values())


@pytest.mark.parametrize("command", LISTS)
def test_a_journal_that_is_named_has_to_be_there(
    capsys: Captured, tmp_path: Path, command: str
) -> None:
    said = refusal(capsys, command, "--journal", str(tmp_path / "none.db"))
    assert said.startswith("BX601: there is no journal")


@pytest.mark.parametrize("command", LISTS)
@pytest.mark.parametrize("left", ["box.key", "journal.db-wal"])
def test_a_journal_that_is_gone_is_missed(capsys: Captured, command: str, left: str) -> None:
    """Its key or its log tells that there was one."""
    usual_place().parent.mkdir(parents=True)
    write_secret(usual_place().with_name(left), new_secret())
    assert refusal(capsys, command).startswith("BX601: there is no journal")


@pytest.mark.parametrize("command", [["replay", "1"], ["dispute", "1", "5"]])
def test_nothing_is_told_of_a_match_that_was_tampered_with(
    capsys: Captured, table: VirtualTable, command: list[str]
) -> None:
    writes(table.path, "UPDATE entry SET body = replace(body, 'Ann', 'Eve')")
    assert main(command) == 1
    assert capsys.readouterr().err.startswith("BX611: match 1, entry 0")
