"""Recorders: they take what happens at a table and make entries of the journal of it.

A table knows its recorder by the protocol :class:`Recorder` alone.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from boxctl import __version__
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import JournalEntry, MatchBegan, entry_of
from boxctl.journal.recorded_match import house_game
from boxctl.referee.fields import BY_RECORDER


class EntryWriter(Protocol):
    """Writes entries to the disk, such as :class:`boxctl.journal.disk.writer.JournalWriter`."""

    @property
    def durable(self) -> int:
        """The number of entries on the disk."""
        ...

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be written; None while all is well."""
        ...

    def write(self, entry: Entry) -> None:
        """Queue this entry; returns at once."""
        ...


class JournalRecorder:
    """Records a table in the journal, match after match.

    ``box`` names the box (its box.toml), ``variant`` the rules; ``time_of_day`` returns the time of
    day (UTC) as text, ``unsigned`` why nothing can be signed. Not thread-safe; never waits.
    """

    def __init__(
        self,
        writer: EntryWriter,
        box: str,
        variant: str,
        time_of_day: Callable[[], str],
        unsigned: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._writer = writer
        self._unsigned = unsigned
        self._named = {"box": box, "variant": variant, "software": software()}
        self._time_of_day = time_of_day
        self._written = 0

    @property
    def written(self) -> int:
        """The number of entries appended."""
        return self._written

    @property
    def durable(self) -> int:
        """The number of entries on the disk: always the first ones."""
        return self._writer.durable

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be written; None while all is well."""
        return self._writer.trouble

    @property
    def unsigned(self) -> str | None:
        """The reason why the box cannot sign; None while it can, or has not tried."""
        return self._unsigned()

    def append(self, told: JournalEntry) -> None:
        """Queue this entry; return at once."""
        self._written += 1
        if isinstance(told, MatchBegan) and told.house is None:
            named = told.variant if told.variant is not BY_RECORDER else self._named["variant"]
            told = replace(told, house=house_game(str(named)))
        self._writer.write(entry_of(told, self._known))

    def _known(self, field: str) -> Any:
        """Return the value of a field that the recorder fills in, as whoever tells of it cannot."""
        return self._time_of_day() if field in ("began", "now") else self._named.get(field)


def software() -> dict[str, str]:
    """Return the versions of the software that rules and records."""
    return {
        "boxctl": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "sqlite": sqlite3.sqlite_version,
    }


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
