"""A virtual table with a journal, whose program can be ended and started again."""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import closing
from pathlib import Path
from typing import Any

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_read, open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.recorded_match import RecordedMatch, match_numbers, read_match
from boxctl.journal.recorder import JournalRecorder
from boxctl.journal.session import Journal
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.table.contact_state import open_tiles
from boxctl.table.resume import Seating, seat
from boxctl.table.runtime import Runtime
from tests.support.tables.virtual_table import VirtualTable

BOX = "the box in the corner"


class AtOnce:
    """Writes every entry in the moment in which it is given, unless the disk is full."""

    def __init__(self, appending: Appender) -> None:
        self._appending = appending
        self._waiting: deque[Entry] = deque()
        self.durable = 0
        self.trouble: str | None = None
        self.stalled = False

    def write(self, entry: Entry) -> None:
        self._waiting.append(entry)
        if self.trouble is None and not self.stalled:
            self.write_what_waits()

    def write_what_waits(self) -> None:
        self._appending.append(self._waiting)
        self.durable += len(self._waiting)
        self._waiting.clear()

    def fills_up(self) -> None:
        self.trouble = "database or disk is full"

    def stalls(self) -> None:
        self.stalled = True

    def is_mended(self) -> None:
        self.trouble, self.stalled = None, False
        self.write_what_waits()


class RecordedTable(VirtualTable):
    """People at a virtual box with a journal."""

    def __init__(
        self,
        path: Path,
        name: str = "classic",
        players: str = "Ann",
        *,
        seed: int = 0,
        **settings: object,
    ) -> None:
        self.path = path
        self.variant = name
        self.anew = False
        self.kept: list[tuple[int, int]] = []
        super().__init__(name, players, seed=seed, **settings)  # type: ignore[arg-type]

    def sit_down(self) -> None:
        """The program starts: it finds what the journal has, and looks at the box."""
        journal = Journal(self.path, BOX)
        self.box.kept = lambda series, serial: self.kept.append((series, serial))
        known = self.box.read()
        self.seats: Seating = seat(
            journal, self.rules, self.players, open_tiles(known), anew=self.anew
        )
        journal.close()
        head = self.seats.match.head if self.seats.match is not None else None
        appending = Appender(lambda: open_to_write(self.path), head)
        self.disk = AtOnce(appending)
        self.runtime = Runtime(
            self.box,
            self.seats.referee,
            known,
            self.now,
            self.heard,
            self.notices.append,
            JournalRecorder(self.disk, BOX, self.variant, lambda: "2026-11-21T20:15:00.000Z"),
            self.seats.going_on,
        )

    def loses_power(self) -> None:
        """The program is gone, with all that it had not written; the box stands as it stands."""
        self.events.clear()

    def starts_again(self) -> list[str]:
        """The program is started again; gives what it says beside rulings."""
        self.new.clear()
        self.notices.clear()
        self.now += 3_600_000_000
        self.sit_down()
        return self.said

    @property
    def said(self) -> list[str]:
        return [notice_sentence(notice) for notice in self.notices]

    def read(self, number: int | None = None) -> RecordedMatch:
        """The match of this number, or the newest, as it is on the disk."""
        connection = open_to_read(self.path)
        try:
            wanted = number or next(match_numbers(connection, newest_first=True))
            match = read_match(connection, wanted)
        finally:
            connection.close()
        assert match is not None
        return match


class Bare:
    """The file as a stranger opens it, for one statement at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def execute(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Gives the rows of a query; what a statement has changed is on the disk."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(statement, values).fetchall()
