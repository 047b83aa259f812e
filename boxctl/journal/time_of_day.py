"""The time of day of events in a recorded match.

A match's clock stands still while the program does not run. So the record has the time of day at
which that clock begins and goes on; from there the clock gives the time of day.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from boxctl.journal.entry_kinds import LeversDeclared, LeversRestored, MatchResumed
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


@frozen_dataclass
class _Known:
    """From this entry on, ``at`` (match time, microseconds) is the time of day ``time``."""

    entry: int
    at: MatchTime
    time: datetime


class TimeOfDay:
    """The times of day of one match (UTC), by the box's own clock."""

    def __init__(self, match: RecordedMatch) -> None:
        self._known = [_Known(0, match.at, datetime.fromisoformat(match.began))]
        told: list[tuple[int, MatchResumed | LeversRestored | LeversDeclared]] = [
            *match.read(MatchResumed),
            *match.read(LeversRestored),
            *match.read(LeversDeclared),
        ]
        for number, entry in told:
            if entry.now is not None:
                time = datetime.fromisoformat(entry.now)
                self._known.append(_Known(number, entry.at, time))
        self._known.sort(key=lambda known: known.entry)

    def of(self, entry: int, at: MatchTime) -> datetime:
        """Return the time of day at match time ``at`` (microseconds), near the entry ``entry``.

        Where no calendar has that time, it is the last one that the record tells.
        """
        known = next(known for known in reversed(self._known) if known.entry <= entry)
        try:
            return known.time + timedelta(microseconds=at - known.at)
        except OverflowError:
            return known.time
