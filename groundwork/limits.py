"""Bounds that several packages share: of a box, and on how often something may happen."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass

MOST_TILES = 24
"""Most tiles of one box, in the rule book as well as in the protocol."""


@frozen_dataclass
class Rate:
    """At most ``burst`` at once, and one more every ``pause`` microseconds; 0 is no limit."""

    burst: int
    pause: int


class RateLimit:
    """Lets no more pass than its rate. Keeps one number, whatever comes. Not thread-safe."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._used_up_to: int | None = None

    def take(self, now: int, count: int = 1) -> bool:
        """Return whether one may pass at ``now`` (microseconds); if so, ``count`` have passed."""
        if self.due(now) > now:
            return False
        used = now if self._used_up_to is None else max(now, self._used_up_to)
        self._used_up_to = used + count * self._rate.pause
        return True

    def left(self, now: int) -> int:
        """Return how many may pass at once at ``now``."""
        if self._used_up_to is None or not self._rate.pause:
            return self._rate.burst
        owed = max(0, self._used_up_to - now)
        return max(0, self._rate.burst - -(-owed // self._rate.pause))

    def due(self, now: int) -> int:
        """Return when the next one may pass: ``now``, or later."""
        if self._used_up_to is None:
            return now
        return max(now, self._used_up_to - (self._rate.burst - 1) * self._rate.pause)
