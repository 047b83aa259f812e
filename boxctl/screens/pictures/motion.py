"""How tiles fall and dice tumble on the screen: frames from times that are given. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FALL = 150_000
"""So long, in microseconds, a tile takes to fall or to be stood up."""

FRAME = 50_000
"""Between two frames of a movement, in microseconds."""

TUMBLE = 400_000
"""So long the dice are shaken before they are thrown, in microseconds."""


class FallingTiles:
    """The tiles as they are drawn: on their way from where they stood to where they stand."""

    def __init__(self, standing: int) -> None:
        self._standing = standing
        self._since: dict[int, int] = {}

    def now_standing(self, standing: int, now: int) -> None:
        """The levers stand so now."""
        changed = standing ^ self._standing
        while changed:
            lowest = changed & -changed
            self._since[lowest.bit_length()] = now
            changed ^= lowest
        self._standing = standing
        self._since = {tile: since for tile, since in self._since.items() if now < since + FALL}

    def fallen(self, tile: int, now: int) -> float:
        """From 0.0, standing, to 1.0, lying flat."""
        share = min(1.0, (now - self._since[tile]) / FALL) if tile in self._since else 1.0
        return 1.0 - share if self._standing >> (tile - 1) & 1 else share

    @property
    def moving(self) -> bool:
        """Whether any tile is on its way."""
        return bool(self._since)


@dataclass(frozen=True, slots=True)
class Tumbling:
    """Dice that are shaken since a time and land after :data:`TUMBLE`."""

    since: int
    count: int
    sides: int

    @property
    def lands_at(self) -> int:
        """When they lie still."""
        return self.since + TUMBLE

    def faces(self, now: int) -> tuple[int, ...]:
        """What they show on the way; it has nothing to do with what they will show."""
        frame = (now - self.since) // FRAME
        chance = Random(f"{self.since} {frame}")
        return tuple(chance.choices(range(1, self.sides + 1), k=self.count))


def next_frame(now: int) -> int:
    """When the next frame of a movement is drawn."""
    return (now // FRAME + 1) * FRAME
