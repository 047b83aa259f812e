"""Signatures outlast damage, and a key that cannot be used is told of."""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from boxctl.cli import main
from boxctl.journal.disk.salvage import set_aside
from boxctl.journal.disk.sqlite_pages import heads_in
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.keys import key_beside, path_of_key, read_key_file
from boxctl.journal.proof.signed_heads import kept
from boxctl.journal.query import reading
from boxctl.journal.session import Journal
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import KEY
from boxctl.presentation.phrases import WRITTEN
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from groundwork.times import START
from hardware.devices import DeviceBack, DeviceLost
from tests.support.records.forger import writes
from tests.support.records.journals import BOX, Bare
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.recorded_session import plays_a_match
from tests.support.tables.virtual_table import BuildTable, VirtualTable

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A match that is over and signed to its end."""
    return a_short_match(tmp_path / "journal.db").path


def heads(journal: Path) -> list[tuple[object, ...]]:
    return Bare(journal).execute("SELECT * FROM head ORDER BY match, entries, key")


@pytest.mark.parametrize("in_the_log", [False, True], ids=["file", "log"])
def test_signatures_survive_salvage(journal: Path, in_the_log: bool) -> None:
    with closing(sqlite3.connect(journal)) as held:
        # As long as somebody reads, the log stays.
        held.execute("SELECT count(*) FROM entry").fetchone()
        if not in_the_log:
            Bare(journal).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = heads(journal)
        content = bytearray(journal.read_bytes())
        content[:100] = bytes(100)
        journal.write_bytes(content)
        set_aside(journal)
    assert heads(journal) == before
    assert len(before) == 1
    assert main(["verify", str(journal)]) == 0


def test_signatures_of_an_earlier_layout_survive_it_too(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute(
            "CREATE TABLE head (match INTEGER NOT NULL, entries INTEGER NOT NULL, hash BLOB NOT "
            "NULL, key BLOB NOT NULL, signature BLOB NOT NULL, PRIMARY KEY (match, entries)) "
            "WITHOUT ROWID"
        )
        rows = [(m, e, b"h" * 32, b"k" * 32, b"s" * 64) for m in range(1, 60) for e in (1, 300)]
        old.executemany("INSERT INTO head VALUES (?, ?, ?, ?, ?)", rows)
    found = heads_in(path.read_bytes())
    assert (
        sorted((s.head.match, s.head.entries, s.head.hash, s.key, s.signature) for s in found)
        == rows
    )


def test_no_forged_signature_is_saved(journal: Path) -> None:
    writes(journal, "UPDATE head SET signature = zeroblob(64)")
    Bare(journal).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    set_aside(journal)
    assert heads(journal) == []


def test_noise_is_no_signature() -> None:
    for seed in range(200):
        random = Random(seed)
        page = bytearray(random.randbytes(4096))
        page[0] = random.choice((0x0A, 0x02))
        page[3:5] = (20).to_bytes(2, "big")
        assert list(heads_in(bytes(page))) == []


def test_a_signed_head_without_its_entries_is_found(journal: Path, capsys: Captured) -> None:
    for file in ("box.key", "box.ledger"):
        journal.with_name(file).unlink()
    writes(journal, "DELETE FROM entry")
    assert main(["verify", str(journal)]) == 1
    assert "BX611: match 1 is not as the box has signed" in capsys.readouterr().out


def test_an_old_signature_stays_beside_a_new_one(journal: Path, capsys: Captured) -> None:
    old = key_beside(journal).public.hex()
    path_of_key(journal).unlink()
    assert main(["head", "1", "--journal", str(journal)]) == 0
    said = capsys.readouterr()
    late, another = said.err.splitlines()
    assert late.startswith("BX614: no key of this box had signed the end of match 1 until now")
    assert another == f"Another key has signed this match, too: {old[:16]}…."
    with reading(journal) as connection:
        keys = {signed.key.hex() for signed in kept(connection, 1)}
    assert keys == {old, key_beside(journal).public.hex()}


def test_the_same_head_is_signed_once(journal: Path, capsys: Captured) -> None:
    printed = []
    for _ in range(2):
        assert main(["head", "1", "--journal", str(journal)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert len(heads(journal)) == 1


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666, 0o610])
def test_a_key_that_others_can_use_is_refused_with_its_cure(
    journal: Path, capsys: Captured, mode: int
) -> None:
    key = path_of_key(journal)
    key.chmod(mode)
    cure = shlex.join(["chmod", "600", str(key)])
    with pytest.raises(JournalFault, match=re.escape(f"others may read or write it): {cure}")):
        read_key_file(key)
    writes(journal, "DELETE FROM head")
    assert main(["head", "1", "--journal", str(journal)]) == 1
    assert capsys.readouterr().err.startswith("BX608: ")
    key.chmod(0o600)
    assert main(["head", "1", "--journal", str(journal)]) == 0


def a_fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_terminal(path: Path) -> None:
    path.symlink_to(os.ttyname(os.openpty()[1]))


def a_directory(path: Path) -> None:
    path.mkdir()


def a_link_to_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


def a_short_file(path: Path) -> None:
    path.touch(0o600)


@pytest.mark.parametrize(
    "made", [a_fifo, a_device, a_terminal, a_directory, a_link_to_nowhere, a_short_file]
)
def test_what_is_no_key_is_said_and_does_not_hang(
    journal: Path, capsys: Captured, made: Callable[[Path], None]
) -> None:
    key = path_of_key(journal)
    key.unlink()
    made(key)
    for command in (["head", "1"], ["key"]):
        writes(journal, "DELETE FROM head")
        assert main([*command, "--journal", str(journal)]) == 1
        assert capsys.readouterr().err.startswith(f"BX608: the box's key {key} cannot be used")
    assert main(["verify", "1", "--journal", str(journal)]) in (0, 1)
    assert plays_a_match(journal) == journal


def test_people_are_told_that_the_key_cannot_be_used(a_table: BuildTable) -> None:
    table: VirtualTable = a_table(players="Ann,Bob", journal=True)
    why = "BX608: the box's key box.key cannot be used (permission denied): chmod 600 box.key."
    table.disk.unsigned = why
    table.throws(2, 3)
    (told,) = table.notices
    assert isinstance(told, DeviceLost)
    assert told.device == KEY
    assert notice_sentence(told, WRITTEN) == (
        f"{why} Play goes on, and nothing that is recorded is signed."
    )
    assert [ruling.unverified for ruling in table.new] == [None]
    table.disk.unsigned = None
    table.shuts(5)
    assert isinstance(table.notices[-1], DeviceBack)
    assert len(table.notices) == 2


def test_the_program_learns_of_an_unusable_key_when_it_writes(journal: Path) -> None:
    path_of_key(journal).chmod(0o644)
    woken = []
    session = Journal(journal, BOX)
    recorder = session.record("classic", lambda: woken.append(recorder.unsigned))
    rules = RuleSet()
    recorder.append(
        MatchBegan(rules=written(rules), players=("Ann",), levers=rules.in_play, at=START, line=0)
    )
    session.close()
    assert woken[0] is None
    assert woken[-1] is not None
    assert "chmod 600" in woken[-1]
