"""The results of the evening that a record holds, for pages that are loaded in the middle of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from boxctl.audit.match_list import list_match, taken_up
from boxctl.audit.money_ledger import LONGEST_BREAK, matches_of_the_evening
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.query import reading
from boxctl.referee.payloads import MatchOver


def results_of_the_evening(journal: Path, now: datetime) -> tuple[MatchOver, ...]:
    """Return how the matches of this evening ended that were played to their end, in order.

    An evening ends with a break of six hours (:data:`LONGEST_BREAK`); ``now`` has a time zone.
    A record that cannot be read tells of none: whoever plays in it is told why.
    """
    unreadable = (JournalFault, Damaged, sqlite3.Error)
    with suppress(*unreadable), reading(journal, may_be_missing=True) as connection:
        return tuple(_results(connection, journal, now))
    return ()


def _results(connection: sqlite3.Connection, journal: Path, now: datetime) -> Iterator[MatchOver]:
    numbers = matches_of_the_evening(connection)
    last = taken_up(connection, numbers[-1]) if numbers else None
    if last is None or now - last > LONGEST_BREAK:
        return
    for number in numbers:
        result = list_match(connection, journal, number).result
        if result is not None:
            yield MatchOver(
                result.scores,
                result.winners,
                result.payout,
                stake=result.stake or None,
                currency=result.currency or None,
            )
