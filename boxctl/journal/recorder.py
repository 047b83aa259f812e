"""Record what happens at a table as entries of the journal."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from typing import Any, Protocol

from boxctl import __version__
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import JournalEntry, entry_of


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
        self._writer.write(entry_of(told, self._known))

    def _known(self, field: str) -> Any:
        """Return what the recorder knows and whoever told of it does not."""
        return self._time_of_day() if field in ("began", "now") else self._named.get(field)


def software() -> dict[str, str]:
    """Return the versions of the software that rules and records."""
    return {
        "boxctl": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "sqlite": sqlite3.sqlite_version,
    }
