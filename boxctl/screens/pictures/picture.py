"""A picture made of characters: what is drawn, as data, each piece with the part it plays.

A part is a name such as ``lamp`` or ``asked``, never a colour: whoever paints the picture gives it
one, and nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Ink(NamedTuple):
    """A piece of text and the part that it plays."""

    text: str
    part: str = "plain"


Row = tuple[Ink, ...]
Picture = tuple[Row, ...]


def width_of(row: Row) -> int:
    """How many columns the row takes."""
    return sum(len(ink.text) for ink in row)


def beside(left: Picture, right: Picture, gap: int) -> Picture:
    """Two pictures side by side, ``gap`` columns apart, as high as the higher of them."""
    width = max(map(width_of, left), default=0)
    rows = []
    for at in range(max(len(left), len(right))):
        row = left[at] if at < len(left) else ()
        space = Ink(" " * (width - width_of(row) + gap))
        rows.append((*row, space, *right[at]) if at < len(right) else row)
    return tuple(rows)


def indented(picture: Picture, columns: int) -> Picture:
    """The picture moved to the right."""
    return tuple((Ink(" " * columns), *row) for row in picture)


def text_of(picture: Iterable[Row]) -> str:
    """The picture without its parts, as a terminal without colours shows it."""
    return "\n".join("".join(ink.text for ink in row).rstrip() for row in picture)


_PLAIN = {"…": "..", "±": "+/-", "—": "-", "–": "-", "−": "-", "×": "x", "’": "'", "∈": "one of"}


def plain_signs(text: str) -> str:
    """The text with signs that a poor font lacks put plainly."""
    return "".join(_PLAIN.get(sign, sign) for sign in text)


def in_ascii(picture: Picture) -> Picture:
    """The picture with the few signs in its sentences that are not ASCII put plainly."""
    return tuple(tuple(Ink(ink.text.replace("…", "."), ink.part) for ink in row) for row in picture)
