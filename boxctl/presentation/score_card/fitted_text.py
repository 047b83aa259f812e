"""Texts of a card that fit the room that they have: broken into lines, and smaller. Pure.

All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.drawing.pdf import broken, text_width
from boxctl.presentation.drawing.shapes import BLACK, Anchor, Colour, Label, Shape
from groundwork.frozen_dataclass import frozen_dataclass

SMALLEST = 1.9
"""The least size of a text: that of the small print of a ticket."""

LINE = 1.22
"""The distance of two lines, in sizes of the text."""


@frozen_dataclass
class Fitted:
    """A text in lines, and the size in which they have room."""

    texts: tuple[str, ...]
    size: float


def fitted(
    text: str, size: float, width: float, most: int, height: float = 1e3, *, bold: bool = False
) -> Fitted:
    """Break a text into lines of this width, smaller until it has room in at most so many.

    A word that is longer than a line is broken rather than set smaller than people read.
    """
    while True:
        texts = _broken(text, size, width, bold=bold, within=size <= SMALLEST)
        fits = len(texts) <= most and len(texts) * size * LINE <= height
        wide = max(text_width(each, size, bold=bold) for each in texts)
        if (fits and wide <= width) or size < 0.8:
            return Fitted(tuple(texts), size)
        size -= 0.1


def _broken(text: str, size: float, width: float, *, bold: bool, within: bool) -> list[str]:
    """Break a text between words, ``within`` them where they are too long."""
    narrower = width * (0.94 if bold else 1.0)  # Bold letters are that much wider.
    lines = broken(text, size, narrower)
    if not within:
        return lines
    return [part for line in lines for part in _pieces(line, size, width, bold=bold)]


def _pieces(word: str, size: float, width: float, *, bold: bool) -> Iterator[str]:
    piece = ""
    for letter in word:
        if piece and text_width(piece + letter, size, bold=bold) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def set_cell(
    shapes: list[Shape],
    text: str,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    size: float,
    bold: bool = False,
    colour: Colour = BLACK,
    anchor: Anchor = "middle",
) -> None:
    """Set one line in the middle of a cell, smaller where it has no room."""
    wide = text_width(text, size, bold=bold)
    size = min(size, height * 0.8, size * (width - 0.6) / max(wide, 0.1))
    middle, base = left + width / 2, top + height / 2 + size * 0.36
    if text:
        shapes.append(Label(text, middle, base, size, bold=bold, anchor=anchor, colour=colour))
