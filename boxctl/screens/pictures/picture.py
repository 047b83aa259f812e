"""Pictures of a screen, as data: rows of spans of characters, each with an ink on a ground.

Inks and grounds are names of materials or parts, such as ``brass`` or ``asked``, never colours: a
palette turns them into colours, and nothing is shown by colour alone. The characters are blocks and
signs, or plain ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from groundwork.cell_width import columns_of, cut
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.plain_signs import plain_signs


@frozen_dataclass
class Glyphs:
    """One set of characters. ``blocks``: wood and dice are drawn with block characters.

    ``lit`` and ``dark`` are lamps. ``up`` and ``lay`` mark a tile that has to move, ``moved`` one
    that was moved in this turn. ``flat`` is beside the number of a tile that lies, where there is
    no room to draw it. ``turn`` is before the player whose turn it is, ``star`` in a banner.
    """

    blocks: bool
    across: str
    down: str
    flat: str
    lit: str
    dark: str
    pip: str
    up: str
    lay: str
    moved: str
    turn: str
    star: str
    bar: str


LINES = Glyphs(True, "─", "│", "▁", "●", "○", "●", "▲", "▼", "◆", "▶", "★", "█")
ASCII = Glyphs(False, "-", "|", "_", "*", ".", "o", "^", "v", "+", ">", "*", "#")


def glyphs_for(environment: Mapping[str, str], encoding: str) -> Glyphs:
    """Choose a set that the terminal can show: the Linux console's font has few characters."""
    utf_8 = encoding.lower().replace("-", "") == "utf8"
    console = environment.get("TERM", "") in ("linux", "dumb", "vt100", "vt220", "")
    return LINES if utf_8 and not console else ASCII


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
