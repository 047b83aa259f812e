"""How fast the robots of a table play and its voice speaks, as people have chosen it.

A key hurries a single turn of a robot.
"""

from __future__ import annotations

from enum import StrEnum

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr_as

MILLISECOND = 1_000
"""In microseconds."""


class Pace(StrEnum):
    """How long robots take."""

    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"

    @property
    def in_words(self) -> str:
        """The pace for people."""
        match self:
            case Pace.NORMAL:
                return tr_as("the pace of robots", "normal")
            case Pace.FAST:
                return tr_as("the pace of robots", "fast")
            case Pace.INSTANT:
                return tr_as("the pace of robots", "instant")


def read_pace(written: object) -> Pace:
    """Return the pace of this name; the normal one for anything else."""
    return next((pace for pace in Pace if pace == written), Pace.NORMAL)


@frozen_dataclass
class _Waits:
    """Microseconds: before a robot acts, between two tiles of its move, and for people to read."""

    thinks: int
    flips: int
    reads: int


_WAITS = {
    Pace.NORMAL: _Waits(700 * MILLISECOND, 300 * MILLISECOND, 4_500 * MILLISECOND),
    Pace.FAST: _Waits(200 * MILLISECOND, 100 * MILLISECOND, 1_200 * MILLISECOND),
    Pace.INSTANT: _Waits(0, 0, 0),
}


class RobotPace:
    """The pace at one table, which may be changed while robots play; unwatched it is instant."""

    def __init__(self, pace: Pace = Pace.NORMAL, *, watched: bool = True) -> None:
        self.chosen = pace if watched else Pace.INSTANT
        self._hurried = False

    def hurry(self) -> None:
        """Play the turn that is played now at once."""
        self._hurried = True

    def turn_is_over(self) -> None:
        """Play at the chosen pace again."""
        self._hurried = False

    @property
    def now(self) -> Pace:
        """The pace of this moment."""
        return Pace.INSTANT if self._hurried else self.chosen

    @property
    def thinks(self) -> int:
        """The time that a robot looks at the table before it acts, in microseconds."""
        return _WAITS[self.now].thinks

    @property
    def flips(self) -> int:
        """The time between two tiles of a move, in microseconds."""
        return _WAITS[self.now].flips

    @property
    def reads(self) -> int:
        """The longest that robots wait until people have read, in microseconds."""
        return _WAITS[self.now].reads


SLOWEST, USUAL_SPEED, FASTEST = 80, 160, 450
"""The speeds of a voice, in words a minute."""


def read_speed(written: object) -> int | None:
    """Return the speed of a remembered voice; None, for no voice, for anything else."""
    if isinstance(written, bool) or not isinstance(written, int):
        return None
    return written if SLOWEST <= written <= FASTEST else None
