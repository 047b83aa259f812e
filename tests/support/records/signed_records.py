"""Matches recorded and signed as the program does it, by the journal's own thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.recorder import JournalRecorder
from boxctl.journal.session import Journal
from tests.support.records.journals import BOX
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import VirtualTable

PATIENCE = 60.0
"""How long a slow computer may take to write what a table has said, in seconds."""


class _WatchedJournal(Journal):
    """A journal that remembers what records in it."""

    recorder: JournalRecorder

    def record(
        self, variant: str, wake: Callable[[], object], match: RecordedMatch | None = None
    ) -> JournalRecorder:
        """Begin to write."""
        self.recorder = super().record(variant, wake, match)
        return self.recorder


class SignedRecords:
    """The journal as the program opens it: a thread writes, and signs what it writes."""

    stays_open = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._woken = threading.Event()

    @property
    def path(self) -> Path:
        """The file of the journal."""
        return self._path

    def open(self) -> Journal:
        """Open the journal, as a program does when it starts."""
        self._journal = _WatchedJournal(self._path, BOX)
        return self._journal

    def wake(self) -> None:
        """Take in that something has become durable. Called in the journal's thread."""
        self._woken.set()

    def catch_up(self, step: Callable[[], None]) -> None:
        """Wait until all is on the disk, and show it."""
        recorder = self._journal.recorder
        while recorder.durable < recorder.written:
            assert self._woken.wait(PATIENCE), recorder.trouble
            self._woken.clear()
        step()


def signed_table(path: Path, *, as_left: bool = False) -> VirtualTable:
    """Ann and Bob at a short box, for a stake of 50."""
    return VirtualTable(
        "classic",
        "Ann,Bob",
        down=SHORT_BOX,
        stake=50,
        journal=SignedRecords(path),
        as_left=as_left,
    )


def plays_signed_matches(path: Path, count: int) -> Path:
    """Play so many matches to their ends, in each of which Ann scores 17 and Bob 9."""
    table = signed_table(path)
    for number in range(count):
        if number:
            table.presses("new")
        table.makes_ready()
        play_turns(table, (7,), (7, 8))
    table.close()
    return path


def plays_half_a_signed_match(path: Path) -> Path:
    """Ann scores 17, and the program ends before Bob has thrown."""
    table = signed_table(path)
    play_turns(table, (7,))
    table.makes_ready()
    table.close()
    return path
