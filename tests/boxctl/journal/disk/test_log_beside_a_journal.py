"""The log beside a journal: nobody takes it away unread, with what only it has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import OpenFile, open_to_read, open_to_write
from boxctl.journal.disk.writer import WriteQueue
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import DeviceChanged, MatchBegan
from boxctl.journal.faults import Damaged
from boxctl.journal.session import Journal
from tests.support.records.journals import BOX

OPENED_AND_CLOSED = """
import sys
from pathlib import Path
from boxctl.journal.disk.file import open_to_write
open_to_write(Path(sys.argv[1])).close()
"""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def in_use(journal: Path) -> Appender:
    """Two entries of a match, in the log."""
    open_to_write(journal).close()
    appending = Appender(lambda: open_to_write(journal))
    appending.append([Entry(MatchBegan.kind, {}), Entry(DeviceChanged.kind, {})])
    return appending


def log_of(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-wal")


def after_a_kill(journal: Path) -> Path:
    """A copy of what the disk has; the program that writes is not asked."""
    there = journal.with_name("after a kill")
    there.mkdir()
    for file in (journal, log_of(journal)):
        shutil.copy(file, there)
    return there / journal.name


def cut_short(file: Path) -> None:
    os.truncate(file, 0)


def deleted(file: Path) -> None:
    file.unlink()


def test_reading_here_does_not_let_others_take_the_log_away(journal: Path) -> None:
    """A program that closes a file loses the locks that SQLite holds on it in this program."""
    appending = in_use(journal)
    open_to_read(journal).close()
    subprocess.run([sys.executable, "-c", OPENED_AND_CLOSED, journal], check=True)
    assert log_of(journal).exists()
    appending.close()


def test_nobody_takes_the_log_of_an_empty_journal_away_unread(journal: Path) -> None:
    appending = in_use(journal)
    copy = after_a_kill(journal)
    appending.close()
    cut_short(copy)
    log = log_of(copy).read_bytes()
    with pytest.raises(Damaged, match="it is empty, and its log is not"):
        open_to_read(copy)
    assert log_of(copy).read_bytes() == log


@pytest.mark.parametrize("happens", [cut_short, deleted])
def test_a_start_saves_what_the_log_of_an_empty_journal_has(
    journal: Path, happens: Callable[[Path], object]
) -> None:
    appending = in_use(journal)
    copy = after_a_kill(journal)
    appending.close()
    happens(copy)
    session = Journal(copy, BOX)
    session.close()
    assert session.salvaged is not None
    assert (session.salvaged.matches, session.salvaged.entries) == (1, 2)


def written_through_a_link(tmp_path: Path) -> tuple[Path, WriteQueue]:
    """A link to a journal in the folder ``disk`` with one entry, and the queue that wrote it."""
    (tmp_path / "disk").mkdir()
    (link := tmp_path / "journal.db").symlink_to(tmp_path / "disk" / "journal.db")
    open_to_write(link.resolve()).close()
    file = OpenFile(link)
    queue = WriteQueue(Appender(file.open, check_file=file.check))
    queue.add(Entry(MatchBegan.kind, {}))
    assert len(queue.write()) == 1
    return link, queue


def test_a_journal_that_a_link_leads_to_is_written_and_read_with_its_log(tmp_path: Path) -> None:
    """SQLite keeps the log beside the file, and not beside the link."""
    link, queue = written_through_a_link(tmp_path)
    queue.add(Entry(DeviceChanged.kind, {}))
    assert len(queue.write()) == 1
    with closing(open_to_read(link)) as reading:
        assert reading.execute("SELECT count(*) FROM entry").fetchone() == (2,)


def test_such_a_log_that_is_lost_is_missed(tmp_path: Path) -> None:
    link, queue = written_through_a_link(tmp_path)
    deleted(log_of(link.resolve()))
    queue.add(Entry(DeviceChanged.kind, {}))
    assert queue.write() == ()
    assert queue.trouble == "journal.db-wal was deleted"
