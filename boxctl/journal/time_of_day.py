"""The time of day at which something in a recorded match happened.

A match's own clock stands still while the program does not run. So the record says the time of day
where that clock begins and where it goes on, and from there the clock tells it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from boxctl.journal.entries import DECLARED, GOES_ON, RESUMED
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.times import MatchTime


@dataclass(frozen=True, slots=True)
class _Known:
    """From this entry on, the match's clock (microseconds) and the time of day go together."""

    entry: int
    at: MatchTime
    time: datetime


class TimeOfDay:
    """The times of one match, as the box's own clock had them (UTC)."""

    def __init__(self, match: RecordedMatch) -> None:
        self._known = [_Known(0, match.at, datetime.fromisoformat(match.began))]
        for kept in match.entries:
            if kept.kind in (RESUMED, GOES_ON, DECLARED) and "now" in kept.body:
                at = round(kept.body["at"] * 1_000_000)
                time = datetime.fromisoformat(kept.body["now"])
                self._known.append(_Known(kept.number, at, time))

    def of(self, entry: int, at: MatchTime) -> datetime:
        """When it was ``at`` (microseconds of the match's clock), as entry ``entry`` tells it."""
        known = next(known for known in reversed(self._known) if known.entry <= entry)
        return known.time + timedelta(microseconds=at - known.at)
