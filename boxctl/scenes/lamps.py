"""What the lamps show. Pure."""

from __future__ import annotations

from boxctl.referee.ruling import PutBack
from boxctl.rules.tiles import TileSet

BLINK = 125_000
"""How long a blinking lamp stays lit, and then dark, in microseconds."""


def lamps(levers: TileSet, back: PutBack, now: int) -> TileSet:
    """The lamps to light: those of open tiles, at once; a lamp blinks where a tile must move.

    ``levers`` are the tiles that stand open as far as is seen this moment, settled or not. A lever
    that stands as it is asked to shows itself again before that is ruled.
    """
    blinking = back.open & ~levers | back.shut & levers
    lit_now = blinking if now // BLINK % 2 == 0 else 0
    return levers & ~blinking | lit_now


def next_blink(levers: TileSet, back: PutBack, now: int) -> int | None:
    """When a lamp changes by itself; None when no lamp blinks."""
    blinking = back.open & ~levers | back.shut & levers
    return (now // BLINK + 1) * BLINK if blinking else None
