"""The dice in the tray: pips up to six, figures beyond, a question mark for what can't be read."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Ink, Picture, beside

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
    """The dice from left to right; more than eight only as a line of figures."""
    if len(dice) > 8:
        shown = " ".join("?" if value is None else str(value) for value in dice)
        return ((Ink(shown, "dice"),),)
    picture: Picture = ()
    for value in dice:
        one = _die(value, sides, glyphs, "rolling" if rolling else "dice")
        picture = beside(picture, one, 1) if picture else one
    return picture


def _die(value: int | None, sides: int, glyphs: Glyphs, part: str) -> Picture:
    top_left, top_right, low_right, low_left = glyphs.corners
    if value is not None and sides <= 6:
        faces = [" ".join(row).replace("o", glyphs.pip) for row in _PIPS[value]]
    else:
        faces = ["", "?" if value is None else str(value), ""]
    edge = glyphs.across * 7
    return (
        (Ink(f"{top_left}{edge}{top_right}", part),),
        *((Ink(f"{glyphs.down}{face.center(7)}{glyphs.down}", part),) for face in faces),
        (Ink(f"{low_left}{edge}{low_right}", part),),
    )
