"""Somebody who can write to the journal's directory, and has not the key, wants another payout."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.entries import as_text
from boxctl.journal.proof.keys import BoxKey, new_secret
from boxctl.journal.proof.ledger import EMPTY, path_of_ledger, write_ledger
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead, head_message, keep
from boxctl.journal.recorded_match import RecordedMatch, read_match
from tests.support.records.forger import ForgedTexts, forges_texts, writes
from tests.support.records.journals import EVENING
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]
Forge = Callable[[Path], object]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Where the journal is to be."""
    return tmp_path / "journal.db"


def recorded(journal: Path, number: int) -> RecordedMatch:
    with closing(open_to_read(journal)) as connection:
        match = read_match(connection, number)
    assert match is not None
    return match


def tells_another_story(journal: Path, *turns: tuple[int, ...]) -> None:
    """Match 1 is one that was played honestly, elsewhere: Ann scores 9 in it."""
    elsewhere = journal.with_name("elsewhere.db")
    table = VirtualTable("classic", "Ann,Bob", down=SHORT_BOX, stake=50, journal=elsewhere)
    play_turns(table, *turns)
    table.makes_ready()
    (_, header), *story = [(kept.kind, kept.text) for kept in table.read().entries]
    began = recorded(journal, 1).entries[0].body

    def forge(_texts: ForgedTexts) -> ForgedTexts:
        mine = json.loads(header) | {key: began[key] for key in ("journal", "after", "began")}
        return [("match", as_text(mine)), *story]

    forges_texts(journal, 1, forge)


def signs(journal: Path, key: BoxKey) -> None:
    """Put a valid signature of another key to match 1."""
    match = recorded(journal, 1)
    stamp = HeadStamp(match.journal, 1, EVENING)
    signed = SignedHead(match.head, key.public, key.sign(head_message(match.head, stamp)), stamp)
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        keep(connection, signed)


def takes_signatures_away(journal: Path) -> None:
    writes(journal, "DELETE FROM head")


def signs_himself(journal: Path) -> None:
    takes_signatures_away(journal)
    signs(journal, BoxKey(new_secret()))


def leaves_a_ledger_of_nothing(journal: Path) -> None:
    path_of_ledger(journal).write_text(
        '{"key": "", "journals": {}, "handovers": [], "signature": ""}'
    )


def takes_the_ledger_away(journal: Path) -> None:
    path_of_ledger(journal).unlink()


def signs_a_ledger_of_his_own(journal: Path) -> None:
    write_ledger(journal, EMPTY, BoxKey(new_secret()))


HEADS = [takes_signatures_away, signs_himself]
LEDGERS = [leaves_a_ledger_of_nothing, takes_the_ledger_away, signs_a_ledger_of_his_own]


def verified(capsys: Captured, journal: Path, what: str = "1") -> tuple[int, str]:
    arguments = [what, "--journal", str(journal)] if what.isdigit() else [str(journal)]
    status = main(["verify", *arguments])
    return status, capsys.readouterr().out
