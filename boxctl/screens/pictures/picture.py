"""A picture made of characters, as data: rows of spans, each with an ink on a ground.

Ink and ground are names of materials or parts, such as ``brass`` or ``asked``, never colours. A
palette turns the names into colours, and nothing is shown by colour alone.
"""

from __future__ import annotations

from typing import NamedTuple

from groundwork.cell_width import columns_of, cut
from groundwork.plain_signs import plain_signs


class Span(NamedTuple):
    """A piece of text in one ink on one ground. An empty ground is whatever lies below."""

    text: str
    ink: str = "plain"
    ground: str = ""


Row = tuple[Span, ...]
Picture = tuple[Row, ...]


def width_of(row: Row) -> int:
    """Return the width of the row in columns."""
    return sum(columns_of(span.text) for span in row)


def on_ground(row: Row, ground: str, columns: int) -> Row:
    """Lay a row on a ground, cut or filled to exactly so many columns."""
    laid: list[Span] = []
    room = columns
    for span in row:
        text = cut(span.text, room)
        if text:
            laid.append(Span(text, span.ink, span.ground or ground))
            room -= columns_of(text)
    if room > 0:
        laid.append(Span(" " * room, "plain", ground))
    return tuple(laid)


def fit(text: str, columns: int) -> str:
    """Cut a text to so many columns; an ellipsis shows that it goes on."""
    return text if columns_of(text) <= columns else cut(text, columns - 1) + "…"[:columns]


_LONGER = {"…": "..", "±": "+/-", "∈": "one of"}


def for_poor_font(text: str) -> str:
    """Replace signs that a poor font lacks by ASCII, which may be longer."""
    return plain_signs("".join(_LONGER.get(sign, sign) for sign in text))


def in_ascii(picture: Picture) -> Picture:
    """Replace the signs of its sentences that a poor font lacks, and keep the width of each row."""
    return tuple(
        tuple(span._replace(text=plain_signs(span.text.replace("…", "."))) for span in row)
        for row in picture
    )
