"""Which tournament is held tonight, found without reading it: so whoever plays may ask often."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime

from boxctl.journal.disk.schema import SPAN, ids_of
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.proof.chain import is_tournament
from boxctl.journal.recorded_match import read_entries
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.local_time import evening_of, read_time

MOST_RECORDS = 300
"""How many of the newest records are looked through for a tournament."""

_LAST_ENTRIES = 8
"""When something was told last is among its last entries: only those about keys may follow."""


@frozen_dataclass
class TournamentTonight:
    """The ``number`` of a tournament, and how many ``entries`` it has: any news adds one."""

    number: int
    entries: int


class TournamentFinder:
    """Finds the tournament of tonight in a journal; a record is looked at once. Not thread-safe."""

    def __init__(self) -> None:
        self._found: int | None = None
        self._looked_at = 0

    def find(self, connection: sqlite3.Connection, now: datetime) -> TournamentTonight | None:
        """Return the newest tournament, if something of it was told on the evening of ``now``.

        An evening begins at noon, as for ``--since tonight``.
        """
        newer = list(_newest_records(connection, self._looked_at))
        if newer:
            self._looked_at = newer[0]
            of_tournaments = (number for number in newer if is_tournament(connection, number))
            self._found = next(of_tournaments, self._found)
        if self._found is None:
            return None
        last = list(read_entries(connection, self._found, order=f"id DESC LIMIT {_LAST_ENTRIES}"))
        told = next((time for time in map(_told_at, last) if time is not None), None)
        if told is None or evening_of(told) != evening_of(now):
            return None
        return TournamentTonight(self._found, last[0].number + 1)


def _newest_records(connection: sqlite3.Connection, above: int) -> Iterator[int]:
    """Yield the numbers of the newest records with a number above one, the newest first."""
    before = ""
    for _ in range(MOST_RECORDS):
        (id,) = connection.execute(f"SELECT max(id) FROM entry {before}").fetchone()
        if id is None or id // SPAN <= above:
            return
        yield id // SPAN
        before = f"WHERE id < {ids_of(id // SPAN)[0]}"


def _told_at(entry: RecordedEntry) -> datetime | None:
    """Return when something was told; None for an entry that does not say it as boxctl does."""
    try:
        body = entry.body
        return read_time(body.get("now") or body["began"])
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return None
