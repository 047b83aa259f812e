"""The driver ``pi``: dice that the Pi throws itself."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom

from hardware.devices import DieFaces


class PiDice:
    """Fair dice from the kernel's random numbers. ``faces`` show each throw until the next."""

    def __init__(self, source: Random | None = None, faces: DieFaces | None = None) -> None:
        self._source = source or SystemRandom()
        self._faces = faces

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Throw ``count`` dice; each shows 1 to ``sides``, all equally likely."""
        values = tuple(self._source.randint(1, sides) for _ in range(count))
        if self._faces is not None:
            self._faces.show(values)
        return values
