"""A picture made of characters, as data: rows of spans, each with the name of its part.

A part is a name such as ``lamp`` or ``asked``, never a colour. The widget that shows the picture
chooses the colours, and nothing is shown by colour alone.
"""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A piece of text and the part of the picture that it belongs to."""

    text: str
    part: str = "plain"


Row = tuple[Span, ...]
Picture = tuple[Row, ...]


def width_of(row: Row) -> int:
    """Return the width of the row in columns."""
    return sum(len(span.text) for span in row)


def beside(left: Picture, right: Picture, gap: int) -> Picture:
    """Put two pictures side by side, ``gap`` columns apart, as high as the higher of them."""
    width = max(map(width_of, left), default=0)
    rows = []
    for at in range(max(len(left), len(right))):
        row = left[at] if at < len(left) else ()
        space = Span(" " * (width - width_of(row) + gap))
        rows.append((*row, space, *right[at]) if at < len(right) else row)
    return tuple(rows)


_PLAIN = {"…": "..", "±": "+/-", "—": "-", "–": "-", "−": "-", "×": "x", "’": "'", "∈": "one of"}


def plain_signs(text: str) -> str:
    """Replace signs that a poor font lacks by ASCII, which may be longer."""
    return "".join(_PLAIN.get(sign, sign) for sign in text)


def in_ascii(picture: Picture) -> Picture:
    """Replace the one sign of its sentences that is not ASCII, and keep the width of each row."""
    return tuple(
        tuple(Span(span.text.replace("…", "."), span.part) for span in row) for row in picture
    )
