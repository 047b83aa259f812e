"""Move tiles and dice on the screen, frame by frame. Pure: the caller gives the time."""

from __future__ import annotations

from random import Random

from boxctl.rules.tiles import TileSet, numbers, tile
from groundwork.frozen_dataclass import frozen_dataclass

FALL = 240_000
"""How long a tile takes to fall or to stand up, in microseconds."""

FRAME = 40_000
"""The time between two frames of a movement, in microseconds."""

TUMBLE = 480_000
"""How long the dice are shaken before they land, in microseconds."""

CELEBRATION = 1_800_000
"""How long a shut box and a win are celebrated, in microseconds."""


class FallingTiles:
    """The tiles as they are drawn while they move. Times are microseconds.

    Without ``motion`` they are at once where they belong.
    """

    def __init__(self, standing: TileSet, *, motion: bool = True) -> None:
        self._standing = standing
        self._takes = FALL if motion else 0
        self._since: dict[int, int] = {}

    def now_standing(self, standing: TileSet, now: int) -> None:
        """Note at ``now`` which levers stand; those that have changed begin to move."""
        self._since |= dict.fromkeys(numbers(standing ^ self._standing), now)
        self._standing = standing
        self._since = {
            number: since for number, since in self._since.items() if now < since + self._takes
        }

    def fallen(self, number: int, now: int) -> float:
        """Return how far a tile has fallen: 0.0 standing, 1.0 lying flat."""
        share = min(1.0, (now - self._since[number]) / FALL) if number in self._since else 1.0
        if self._standing & tile(number):
            return (1.0 - share) ** 2
        return share**2

    @property
    def moving(self) -> bool:
        """Whether any tile is still moving."""
        return bool(self._since)


@frozen_dataclass
class TumblingDice:
    """Dice that are shaken from ``since`` (microseconds) on and land after ``takes``."""

    since: int
    count: int
    sides: int
    takes: int = TUMBLE

    @property
    def lands_at(self) -> int:
        """The time at which they lie still, in microseconds."""
        return self.since + self.takes

    def share(self, now: int) -> float:
        """Return how far they have rolled at ``now``: 1.0 when they land, more beyond."""
        return (now - self.since) / self.takes if self.takes else 1.0

    def faces(self, now: int) -> tuple[int, ...]:
        """Return the faces to draw at ``now``. They say nothing about the throw to come."""
        frame = (now - self.since) // FRAME
        chance = Random(f"{self.since} {frame}")
        return tuple(chance.choices(range(1, self.sides + 1), k=self.count))


class Celebration:
    """The celebration of a shut box or a win: once for each, for :data:`CELEBRATION`."""

    def __init__(self) -> None:
        self._of: object = None
        self._since: int | None = None

    def now_announced(self, banner: object, now: int) -> None:
        """Note at ``now`` which banner is shown, None for none; a new one is celebrated."""
        if banner != self._of:
            self._of = banner
            self._since = None if banner is None else now

    def end(self) -> None:
        """End it early: somebody has pressed a key."""
        self._since = None

    def share(self, now: int) -> float | None:
        """Return how much of it is over, from 0.0 to 1.0; None while there is none."""
        if self._since is not None and now >= self._since + CELEBRATION:
            self._since = None
        return None if self._since is None else (now - self._since) / CELEBRATION


def next_frame(now: int) -> int:
    """Return when the next frame is due, in microseconds."""
    return (now // FRAME + 1) * FRAME
