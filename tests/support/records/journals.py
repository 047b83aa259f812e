"""Journals that write without a thread, and plain SQL on a journal's file."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.query import PastMatch
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.recorder import JournalRecorder, NullRecorder
from boxctl.journal.session import BoxHistory, Journal

BOX = "the box in the corner"
EVENING = "2026-11-21T20:15:00.000Z"
"""The time of day of every entry."""


class DiskAtOnce:
    """Writes every entry in the moment in which it is given, unless the disk is in trouble."""

    def __init__(self, appending: Appender) -> None:
        self._appending = appending
        self._waiting: deque[Entry] = deque()
        self.durable = 0
        self.trouble: str | None = None
        self.unsigned: str | None = None
        self.stalled = False

    def __del__(self) -> None:
        # Nobody closes it, and Python 3.13 warns of a connection that is left to itself. A
        # finalizer would keep it open for ever: the connection's hooks know this disk.
        self._appending.close()

    def write(self, entry: Entry) -> None:
        """Write this, or keep it until the disk is mended."""
        self._waiting.append(entry)
        if self.trouble is None and not self.stalled:
            self.write_what_waits()

    def write_what_waits(self) -> None:
        """Write the entries that wait."""
        self._appending.append(self._waiting)
        self.durable += len(self._waiting)
        self._waiting.clear()

    def fills_up(self) -> None:
        """Every write fails from now on, and says so."""
        self.trouble = "database or disk is full"

    def stalls(self) -> None:
        """Nothing is written from now on, and nothing said."""
        self.stalled = True

    def is_mended(self) -> None:
        """End the trouble and write the entries that wait."""
        self.trouble, self.stalled = None, False
        self.write_what_waits()


class NoJournal:
    """For tests that are about something else: nothing is written and nothing was."""

    salvaged = playing = None
    found = BoxHistory(None, {})

    def past_matches(self) -> Generator[PastMatch]:
        """There are none."""
        yield from ()

    def record(self, *_about: object) -> NullRecorder:
        """Record nothing."""
        return NullRecorder()

    def close(self) -> None:
        """There is nothing to close."""


class JournalAtOnce(Journal):
    """The journal, with a :class:`DiskAtOnce` in place of the writer's thread.

    ``hand_over`` is given the disk that is written to. With ``locks`` a match is held against other
    programs until the journal is closed.
    """

    def __init__(
        self,
        path: Path,
        box: str = BOX,
        hand_over: Callable[[DiskAtOnce], object] = lambda disk: None,
        *,
        resume: int | None = None,
        locks: bool = True,
    ) -> None:
        super().__init__(path, box, resume)
        self._hand_over = hand_over
        self._locks = locks

    def record(
        self, variant: str, wake: object, match: RecordedMatch | None = None
    ) -> JournalRecorder:
        """Begin to write, after the entries of ``match`` if it is gone on with."""
        head = None if match is None else match.head
        take = self._played.take if self._locks else None
        disk = DiskAtOnce(Appender(lambda: open_to_write(self.path), head, take))
        self._hand_over(disk)
        return JournalRecorder(disk, self._box, variant, lambda: EVENING, lambda: disk.unsigned)


class Bare:
    """Runs SQL on the file past the product's code, each statement in a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def execute(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query; what a statement has changed is on the disk."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(statement, values).fetchall()
