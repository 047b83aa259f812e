"""Somebody deletes, replaces or cuts short a file of the journal while a program writes to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import OpenFile, open_to_write
from boxctl.journal.disk.writer import WriteQueue
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import DeviceChanged, MatchBegan
from boxctl.journal.proof.chain import Head
from tests.support.records.journals import Bare


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def in_use(journal: Path, seal: Callable[[], object] = lambda: None) -> WriteQueue:
    """Two entries of a match, the first of which is written; ``seal`` is called before each ends.

    The first write to the journal went into the file itself, as that of an earlier evening.
    """

    def signed(_connection: sqlite3.Connection, _head: Head) -> None:
        seal()

    open_to_write(journal).close()
    file = OpenFile(journal)
    queue = WriteQueue(Appender(file.open, check_file=file.check, seal=signed))
    queue.add(Entry(MatchBegan.kind, {}))
    assert queue.write()
    queue.add(Entry(DeviceChanged.kind, {}))
    return queue


def deleted(file: Path) -> None:
    file.unlink()


def replaced(file: Path) -> None:
    copy = file.with_name("copy")
    shutil.copy(file, copy)
    copy.replace(file)


def cut_short(file: Path) -> None:
    os.truncate(file, 0)


@pytest.mark.parametrize(
    ("name", "happens", "said"),
    [
        ("journal.db-wal", deleted, "journal.db-wal was deleted"),
        ("journal.db-wal", replaced, "journal.db-wal was replaced by another file"),
        ("journal.db-shm", deleted, "journal.db-shm was deleted"),
        ("journal.db-shm", replaced, "journal.db-shm was replaced by another file"),
    ],
)
def test_a_file_that_is_lost_is_missed_and_nothing_of_the_match_is(
    journal: Path, name: str, happens: Callable[[Path], object], said: str
) -> None:
    queue = in_use(journal)
    happens(journal.with_name(name))
    assert queue.write() == ()
    assert queue.trouble == said
    assert len(queue.write()) == 1
    # The program is killed, and the next one finds what has a name.
    assert Bare(after_a_kill(journal)).execute("SELECT number FROM entry") == [(0,), (1,)]


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_a_file_that_is_cut_short_is_missed_and_play_does_not_go_on(
    journal: Path, name: str
) -> None:
    queue = in_use(journal)
    cut_short(journal.with_name(name))
    assert queue.write() == ()
    assert queue.trouble == f"{name} was cut short"
    for _ in range(2):
        assert queue.write() == ()
        assert queue.trouble


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal", "journal.db-shm"])
def test_what_is_written_to_a_file_that_is_deleted_meanwhile_does_not_count(
    journal: Path, name: str
) -> None:
    to_delete: list[Path] = []

    def somebody_deletes() -> None:
        while to_delete:
            deleted(to_delete.pop())

    queue = in_use(journal, somebody_deletes)
    to_delete.append(journal.with_name(name))
    assert queue.write() == ()
    assert queue.trouble in (f"{name} was deleted", "the journal was deleted")


def after_a_kill(journal: Path) -> Path:
    """A copy of what the disk has; the program that writes is not asked."""
    there = journal.with_name("after a kill")
    there.mkdir()
    for part in ("", "-wal"):
        if (file := journal.with_name(f"{journal.name}{part}")).exists():
            shutil.copy(file, there)
    return there / journal.name
