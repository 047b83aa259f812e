"""How the matches of a table are recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from boxctl.journal.session import Journal
from tests.support.records.journals import BOX, DiskAtOnce, JournalAtOnce, NoJournal


class Records(Protocol):
    """The journal of a table. ``stays_open``: the program holds it until it ends."""

    stays_open: bool

    @property
    def path(self) -> Path:
        """The file of the journal."""
        ...

    def open(self) -> Journal:
        """Open the journal, as a program does when it starts."""
        ...

    def wake(self) -> None:
        """Take in that something has become durable. Called in the journal's thread."""
        ...

    def catch_up(self, step: Callable[[], None]) -> None:
        """Wait for the disk after time has passed; ``step`` takes a step of the runtime."""
        ...


class RecordsAtOnce:
    """Each entry is on the disk in the moment in which it is made; ``path`` None: nothing is."""

    # A program that loses its power does not close its journal.
    stays_open = False

    def __init__(self, path: Path | None) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        """The file of the journal, which this table has to have."""
        assert self._path is not None
        return self._path

    @property
    def disk(self) -> DiskAtOnce:
        """The disk that is written to."""
        return self._disk

    def open(self) -> Journal:
        """Open the journal, as a program does when it starts."""
        if self._path is None:
            return NoJournal()  # type: ignore[return-value]
        return JournalAtOnce(self._path, BOX, self._writes_to, locks=False)

    def _writes_to(self, disk: DiskAtOnce) -> None:
        self._disk = disk

    def wake(self) -> None:
        """Do nothing: no thread writes."""

    def catch_up(self, step: Callable[[], None]) -> None:
        """Do nothing: the disk is never behind."""
