"""How tiles fall and dice tumble on the screen, frame by frame. Pure: the caller gives the time."""

from __future__ import annotations

from random import Random

from groundwork.frozen_dataclass import frozen_dataclass

FALL = 150_000
"""How long a tile takes to fall or to stand up, in microseconds."""

FRAME = 50_000
"""The time between two frames of a movement, in microseconds."""

TUMBLE = 400_000
"""How long the dice are shaken before they land, in microseconds."""


class FallingTiles:
    """The tiles as they are drawn while they move. Times are microseconds.

    ``standing`` is a set of tiles, bit 0 for tile 1.
    """

    def __init__(self, standing: int) -> None:
        self._standing = standing
        self._since: dict[int, int] = {}

    def now_standing(self, standing: int, now: int) -> None:
        """Note at ``now`` which levers stand; those that have changed begin to move."""
        changed = standing ^ self._standing
        while changed:
            lowest = changed & -changed
            self._since[lowest.bit_length()] = now
            changed ^= lowest
        self._standing = standing
        self._since = {tile: since for tile, since in self._since.items() if now < since + FALL}

    def fallen(self, tile: int, now: int) -> float:
        """Return how far a tile has fallen: 0.0 standing, 1.0 lying flat."""
        share = min(1.0, (now - self._since[tile]) / FALL) if tile in self._since else 1.0
        return 1.0 - share if self._standing >> (tile - 1) & 1 else share

    @property
    def moving(self) -> bool:
        """Whether any tile is still moving."""
        return bool(self._since)


@frozen_dataclass
class TumblingDice:
    """Dice that are shaken from ``since`` (microseconds) on and land after :data:`TUMBLE`."""

    since: int
    count: int
    sides: int

    @property
    def lands_at(self) -> int:
        """When they lie still, in microseconds."""
        return self.since + TUMBLE

    def share(self, now: int) -> float:
        """Return how far they have rolled at ``now``: 1.0 when they land, more beyond."""
        return (now - self.since) / TUMBLE

    def faces(self, now: int) -> tuple[int, ...]:
        """Return the faces to draw at ``now``. They say nothing about the throw to come."""
        frame = (now - self.since) // FRAME
        chance = Random(f"{self.since} {frame}")
        return tuple(chance.choices(range(1, self.sides + 1), k=self.count))


def next_frame(now: int) -> int:
    """Return when the next frame is due, in microseconds."""
    return (now // FRAME + 1) * FRAME
