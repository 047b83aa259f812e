"""The protocol of a recorder: what a table needs of its journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from boxctl.journal.entry_kinds import JournalEntry


class Recorder(Protocol):
    """Records the entries of a table, in order; no call waits.

    A ruling may be shown once :attr:`durable` has reached the value that :attr:`written` had after
    it.
    """

    @property
    def written(self) -> int:
        """The number of entries appended."""
        ...

    @property
    def durable(self) -> int:
        """The number of entries that will outlast a power cut: always the first ones."""
        ...

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be made durable; None while all is well."""
        ...

    @property
    def unsigned(self) -> str | None:
        """The reason why the box cannot sign; None while it can, or has not tried."""
        ...

    def append(self, told: JournalEntry) -> None:
        """Record this after everything appended before; return at once."""
        ...


class NullRecorder:
    """Records nothing, so that everything may be shown at once."""

    written = 0
    durable = 0
    trouble = None
    unsigned = None

    def append(self, told: JournalEntry) -> None:
        """Do nothing."""


class ObservedRecorder:
    """Shows every entry to ``observe`` before ``recorder`` records it."""

    def __init__(self, recorder: Recorder, observe: Callable[[JournalEntry], object]) -> None:
        self._recorder = recorder
        self._observe = observe

    @property
    def written(self) -> int:
        """The number of entries appended."""
        return self._recorder.written

    @property
    def durable(self) -> int:
        """The number of entries that will outlast a power cut."""
        return self._recorder.durable

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be made durable; None while all is well."""
        return self._recorder.trouble

    @property
    def unsigned(self) -> str | None:
        """The reason why the box cannot sign; None while it can, or has not tried."""
        return self._recorder.unsigned

    def append(self, told: JournalEntry) -> None:
        """Show the entry, then record it."""
        self._observe(told)
        self._recorder.append(told)
