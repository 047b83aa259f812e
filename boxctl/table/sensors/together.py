"""Find sensors that change together as no hand moves levers, and say once what it may be."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.presentation.notices import Notice, SensorsTogether
from boxctl.referee.lever_play import is_by_no_hand
from boxctl.referee.ruling import Ruling
from groundwork.times import BoxTime

REPEAT_US = 600_000_000
"""For so long, in microseconds, people are not told a second time."""


class TogetherWatch:
    """Watches the levers of one table for changes that belong together. Times are box times.

    ``tell`` is called when several were disturbed by one act without a throw, or came back at once.
    A knock while a throw is owed an answer is named by its ruling (R4.11).
    """

    def __init__(self, tell: Callable[[Notice], None]) -> None:
        self._tell = tell
        self._changed: dict[int, int] = {}
        self._told_at: int | None = None

    def changed(self, tile: int, at: int) -> None:
        """Take in that the lever of this tile has settled, by a sensor that is believed."""
        self._changed[tile] = at

    def ruled(self, ruling: Ruling, at: BoxTime) -> None:
        """Take in a ruling that was said, on an event of this time."""
        if not is_by_no_hand(ruling.payload, at, self._changed):
            return
        if self._told_at is None or at - self._told_at >= REPEAT_US:
            self._told_at = at
            self._tell(SensorsTogether())
