"""What can happen on a box. Times are whole microseconds and never go back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Button = Literal["confirm", "new"]


@dataclass(frozen=True, slots=True)
class Thrown:
    """The roller reports its dice. What is no whole number is a die that could not be read."""

    at: int
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class LeverMoved:
    """The lever of a tile now stands open (up) or shut (down)."""

    at: int
    tile: int
    open: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed: ``confirm`` (R4.2) or ``new`` (a new match)."""

    at: int
    button: Button


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened; the time is now this."""

    at: int


Event = Thrown | LeverMoved | Pressed | TimePassed
