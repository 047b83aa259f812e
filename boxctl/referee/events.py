"""Events of a box. ``at`` is match time (microseconds) and never goes back."""

from __future__ import annotations

from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime

Button = Literal["confirm", "new"]


@frozen_dataclass
class Thrown:
    """The roller reports its dice; a value that is no whole number is an unreadable die."""

    at: MatchTime
    values: tuple[object, ...]


@frozen_dataclass
class LeverMoved:
    """The lever of a tile now stands open (up) or shut (down)."""

    at: MatchTime
    tile: int
    open: bool


@frozen_dataclass
class Pressed:
    """A button was pressed: ``confirm`` (R4.2) or ``new`` (a new match)."""

    at: MatchTime
    button: Button


@frozen_dataclass
class TimePassed:
    """Nothing happened; the time is now this."""

    at: MatchTime


Event = Thrown | LeverMoved | Pressed | TimePassed
