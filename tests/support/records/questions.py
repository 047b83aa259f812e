"""Ask a journal everything: every command that reads one, its pages, and a table that opens it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from groundwork.faults import Fault
from tests.support.records.forger import rows, writes
from tests.support.tables.rollers import NumberedDice
from tests.support.tables.virtual_table import VirtualTable

JOURNAL = "JOURNAL"
"""Stands in a question for the path of the journal."""

QUESTIONS = (
    ("matches",),
    ("matches", "--json"),
    ("verify", "1"),
    ("verify", "last"),
    ("verify", JOURNAL),
    ("verify", JOURNAL, "--json"),
    ("replay", "1"),
    ("replay", "1", "--events"),
    ("replay", "1", "--command"),
    ("replay", "last", "--json"),
    ("replay", "last", "--at", "last"),
    ("dispute", "1", "last"),
    ("dispute", "last", "last"),
    ("dispute", "last", "last", "--json"),
    ("analyse", "1"),
    ("analyse", "last"),
    ("analyse", "last", "--json"),
    ("head", "last"),
    ("card",),
    ("key",),
    ("ledger", "all"),
    ("ledger", "--since", "2026-11-01"),
    ("history",),
    ("history", "--json", "--player", "Ann"),
    ("audits",),
    ("audits", "--json"),
    ("play", "--plain", "--watch", "last"),
    ("overrule", "1", "last", "--score", "1", "--reason", "so"),
    ("play", "--plain", "--resume"),
    ("play", "--plain", "--rules", "two-to-go", "--players", "Ann,Bob", "--seed", "1"),
)
"""Ways to call the commands that read a journal. The last ones change it."""

ASKED_OTHERWISE = {
    "run": "plays_on",
    "web": "PAGES",
    "monitor": "plays_on",
    "doctor": "_record",
    "tournament": "tests/boxctl/cli/tournament",
    "stall": "tests/boxctl/cli/stall",
    "puzzle": "no entry is read: what was solved is kept beside the journal",
}
"""What tries the journal of a command that needs a box or serves pages, or asks more than it."""

PAGES = (
    "/matches.json",
    "/matches/1.json",
    "/matches/last.json",
    "/matches/1/record.json",
    "/matches/1/card.json",
    "/evening/record.json",
    "/rulings/2?match=1",
    "/rulings/9",
    "/rules.json",
)


def two_matches(path: Path, *, signed: bool = True) -> None:
    """A journal with a whole match, and one that was interrupted in the middle of an answer."""
    played = path.with_name("played.db")
    table = VirtualTable("two-to-go", "Ann,Bob", journal=played, roller=NumberedDice())
    table.throws(1, 1)
    table.shuts(2)
    table.throws(2, 3)
    table.shuts(9)
    table.opens(9)
    table.shuts(5)
    table.throws(1, 1)
    table.makes_ready()
    table.throws(1, 3)
    whole = table.read()
    table.presses("new")
    table.throws(1, 1)
    table.shuts(2)
    table.throws(3, 4)
    table.shuts(4)
    assert table.read().number == 2
    table.loses_power()
    table.close()
    for match in (whole, table.read()) if signed else ():
        add_signature(played, match)
    # In one file: what is copied and damaged must not be left in a log beside it.
    writes(played, "VACUUM INTO ?", (str(path),))
    assert len(rows(path)) > 30


def every_question(
    path: Path, questions: tuple[tuple[str, ...], ...] = QUESTIONS, typed: str = "throw\nquit\n"
) -> Iterator[int]:
    """Ask everything, and yield the exit statuses; a question that is refused is one line."""
    for question in questions:
        printed, said = io.StringIO(), io.StringIO()
        words = [str(path) if word == JOURNAL else word for word in question]
        with (
            pytest.MonkeyPatch.context() as patch,
            redirect_stdout(printed),
            redirect_stderr(said),
        ):
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
            # Signals stay the tests' own, whatever a game asks for.
            patch.setattr("signal.signal", lambda *_: None)
            status = main([*words, "--journal", str(path)])
        assert status in (0, 1, 2), question
        lines = said.getvalue().splitlines()
        if status:
            assert printed.getvalue() or any(line.startswith("BX") for line in lines), question
        assert printed.getvalue() or lines, question
        assert all(len(line) < 1000 for line in lines), question
        assert "Traceback" not in said.getvalue(), question
        yield status


def statuses(path: Path) -> str:
    """The exit statuses of every question."""
    return "".join(map(str, every_question(path)))


def plays_on(path: Path) -> str:
    """Start a table with this journal and throw; return the code of what prevents it."""
    try:
        table = VirtualTable("two-to-go", "Ann,Bob", journal=path)
    except Fault as fault:
        return fault.code
    table.throws(2, 3)
    table.shuts(5)
    table.presses("new")
    table.close()
    return "played"
