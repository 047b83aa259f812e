"""The dice in the tray: pips up to six, figures beyond, ``?`` for a die that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Span, beside

LINES_HIGH = 5

_PIPS = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}


def dice_picture(
    dice: Sequence[int | None], sides: int, glyphs: Glyphs, *, rolling: bool = False
) -> Picture:
    """Draw the dice from left to right; more than eight become a line of figures."""
    if len(dice) > 8:
        shown = " ".join("?" if value is None else str(value) for value in dice)
        return ((Span(shown, "newest"),),)
    picture: Picture = ()
    for value in dice:
        one = _die(value, sides, glyphs, "dark" if rolling else "newest")
        picture = beside(picture, one, 1) if picture else one
    return picture


def _die(value: int | None, sides: int, glyphs: Glyphs, part: str) -> Picture:
    top_left, top_right, low_right, low_left = glyphs.corners
    if value in _PIPS and sides <= 6:
        faces = [" ".join(row).replace("o", glyphs.pip) for row in _PIPS[value]]
    else:
        faces = ["", "?" if value is None else str(value), ""]
    edge = glyphs.across * 7
    return (
        (Span(f"{top_left}{edge}{top_right}", part),),
        *((Span(f"{glyphs.down}{face.center(7)}{glyphs.down}", part),) for face in faces),
        (Span(f"{low_left}{edge}{low_right}", part),),
    )
