"""The driver ``pi``: dice that the Pi throws itself."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom


class PiDice:
    """Fair dice from the kernel's random numbers, which nobody can foretell."""

    def __init__(self, source: Random | None = None) -> None:
        self._source = source or SystemRandom()

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw ``count`` dice; each shows 1 to ``sides``, all equally likely."""
        return tuple(self._source.randint(1, sides) for _ in range(count))
