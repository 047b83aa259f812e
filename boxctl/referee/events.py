"""What can happen on a box. ``at`` is match time (microseconds) and never goes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from groundwork.times import MatchTime

Button = Literal["confirm", "new"]


@dataclass(frozen=True, slots=True)
class Thrown:
    """The roller reports its dice; a value that is no whole number is an unreadable die."""

    at: MatchTime
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class LeverMoved:
    """The lever of a tile now stands open (up) or shut (down)."""

    at: MatchTime
    tile: int
    open: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed: ``confirm`` (R4.2) or ``new`` (a new match)."""

    at: MatchTime
    button: Button


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened; the time is now this."""

    at: MatchTime


Event = Thrown | LeverMoved | Pressed | TimePassed
