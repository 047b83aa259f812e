"""Two clocks, two types: a time of the box's clock is not one of a match's.

Both are whole microseconds. The box's clock is the machine's and never stops; a match's clock
stands still while the program does not run, and until levers are right after an interruption.
"""

from __future__ import annotations

from typing import NewType

BoxTime = NewType("BoxTime", int)
"""Microseconds on the box's clock (:func:`groundwork.clock.monotonic_us`)."""

MatchTime = NewType("MatchTime", int)
"""Microseconds on a match's clock, as its record and its rulings have them."""

START = MatchTime(0)
"""The time at which the first match of a table begins."""


class MatchClock:
    """Converts between the two: ``match`` is what the match's clock shows at ``box``.

    ``since`` is that time of the box's clock: from then on the match's clock runs.
    """

    def __init__(self, box: BoxTime, match: MatchTime) -> None:
        self.since = box
        self._offset = box - match

    def match_time(self, box: BoxTime) -> MatchTime:
        """Return the match's time at this time of the box."""
        return MatchTime(box - self._offset)

    def box_time(self, match: MatchTime) -> BoxTime:
        """Return the box's time at this time of the match."""
        return BoxTime(match + self._offset)
