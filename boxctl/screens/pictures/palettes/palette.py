"""The colour of each material and part, in 24 bits, in 256 and in 16 colours."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class ColourDepth(Enum):
    """The number of colours of a terminal."""

    TRUE = "24-bit"
    XTERM = "256"
    ANSI = "16"


class Tint(NamedTuple):
    """A colour in each depth: ``#rrggbb``, a number of xterm's 256, a number of the 16.

    ``bold`` is for ink only.
    """

    true: str
    xterm: int
    ansi: int
    bold: bool = False


Palette = Mapping[str, Tint]
"""A tint for every name of an ink or a ground."""

_CUBE = (0, 95, 135, 175, 215, 255)


def xterm_rgb(number: int) -> str:
    """Return the colour of a number from 16 to 255 of xterm's 256 colours, as ``#rrggbb``."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    red, rest = divmod(number - 16, 36)
    green, blue = divmod(rest, 6)
    return f"#{_CUBE[red]:02x}{_CUBE[green]:02x}{_CUBE[blue]:02x}"
