"""The newest matches of a box in the journal, and how each ended, in few reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import MatchLeft, RulingMade
from boxctl.journal.recorded_match import (
    RecordedMatch,
    newest_matches_of_box,
    read_entries,
    read_header,
)
from boxctl.referee.verdict import Verdict
from groundwork.frozen_dataclass import frozen_dataclass

LOOK_AT = 200
"""The newest matches of the journal are looked at, so that a long history costs no time."""

_LAST_ENTRIES = 20
"""The end of a match is told among its last entries: only those about keys may follow."""

_MATCH_OVER = f'"verdict":"{Verdict.MATCH_OVER}"'


@frozen_dataclass
class PastMatch:
    """A match of which only the ``header`` was read, and whether it is over or was left.

    The chain of the match is not checked, only the shape of its header.
    """

    header: RecordedMatch
    ended: bool

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.header.number


def past_matches(connection: sqlite3.Connection, box: str) -> Iterator[PastMatch]:
    """Yield the matches of this box among the newest that have a header, the newest first."""
    for number in recent_matches(connection, box):
        header = read_header(connection, number)
        if header is not None:
            ended = bool(ending_entries(connection, number))
            yield PastMatch(header, ended)


def recent_matches(connection: sqlite3.Connection, box: str) -> tuple[int, ...]:
    """Return the numbers of this box's matches among the newest, the newest first."""
    return newest_matches_of_box(connection, box, LOOK_AT)


def ending_entries(connection: sqlite3.Connection, number: int) -> list[RecordedEntry]:
    """Return the entries that end a match, the newest first; none if it goes on.

    Such an entry is the ruling that the match is over, or tells that its players have left.
    """
    order = f"id DESC LIMIT {_LAST_ENTRIES}"
    return [
        kept
        for kept in read_entries(connection, number, order=order)
        if kept.kind == MatchLeft.kind
        or (kept.kind == RulingMade.kind and _MATCH_OVER in kept.text)
    ]
