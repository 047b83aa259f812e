"""The matches of an evening: it ends at six in the morning, by the clock of the place."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from pathlib import Path

from boxctl.audit.match_list import MatchState, MatchSummary, list_match
from boxctl.journal.query import numbers_in
from groundwork.local_time import local

EVENING_ENDS = timedelta(hours=6)
"""From six in the morning on it is another evening."""

MOST_MATCHES = 100
"""So many of the newest matches are looked at: an evening of more is cut."""


def evening_of(at: datetime) -> date:
    """Return the day on which the evening of this time began; ``at`` has a zone."""
    try:
        return (local(at) - EVENING_ENDS).date()
    except OverflowError:  # At an end of the calendar: nobody played then.
        return at.date()


def matches_of_evening(connection: sqlite3.Connection, journal: Path) -> Sequence[int]:
    """Return the numbers of all matches of the newest evening that have ended, the first first."""
    newest = list(numbers_in(connection))[-MOST_MATCHES:]
    listed = (list_match(connection, journal, number) for number in reversed(newest))
    ended = (match for match in listed if match.state in (MatchState.OVER, MatchState.LEFT))
    # Each match is read for that: those before the evening are left alone.
    for _, matches in groupby(ended, key=_evening):
        return [match.number for match in matches][::-1]
    return ()


def _evening(match: MatchSummary) -> date:
    assert match.header is not None
    return evening_of(datetime.fromisoformat(match.header.began))
