"""Find sensors that change together as no hand moves levers, and say once what it may be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from boxctl.presentation.notices import Notice, SensorsTogether
from boxctl.referee.lever_play import KNOCK
from boxctl.referee.payloads import Disturbed, Restored
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import DisturbanceReason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import BoxTime

AT_ONCE = 20_000
"""Levers that change within this time, in microseconds, are not moved by a hand one by one."""

AGAIN = 600_000_000
"""For so long, in microseconds, people are not told a second time."""

MOST_REMEMBERED = 48
"""As many changes as a box has tiles at most are enough to tell how many came at once."""


@frozen_dataclass
class _SettledChange:
    tile: int
    at: int


class TogetherWatch:
    """Watches the levers of one table for changes that belong together. Times are box times.

    ``tell`` is called when several were disturbed by one act without a throw, or came back at once.
    A knock while a throw is owed an answer is named by its ruling (R4.11).
    """

    def __init__(self, tell: Callable[[Notice], None]) -> None:
        self._tell = tell
        self._changes: deque[_SettledChange] = deque(maxlen=MOST_REMEMBERED)
        self._told_at: int | None = None

    def changed(self, tile: int, at: int) -> None:
        """Take in that the lever of this tile has settled, by a sensor that is believed."""
        self._changes.append(_SettledChange(tile, at))

    def ruled(self, ruling: Ruling, at: BoxTime) -> None:
        """Take in a ruling that was said, on an event of this time."""
        if not self._is_no_hand(ruling, at):
            return
        if self._told_at is None or at - self._told_at >= AGAIN:
            self._told_at = at
            self._tell(SensorsTogether())

    def _is_no_hand(self, ruling: Ruling, at: BoxTime) -> bool:
        payload = ruling.payload
        if isinstance(payload, Disturbed):
            back = payload.put_back
            wrong = payload.tiles & (back.open | back.shut)
            without_throw = payload.disturbance_reason is not DisturbanceReason.KNOCKED
            return without_throw and wrong.bit_count() >= KNOCK
        if isinstance(payload, Restored):
            came = {change.tile for change in self._changes if at - AT_ONCE <= change.at <= at}
            return len(came) >= KNOCK
        return False
