"""Pictures of a screen, as data: rows of spans of characters, each with an ink on a ground.

Inks and grounds are names of materials or parts, such as ``brass`` or ``asked``, never colours: a
palette turns them into colours, and nothing is shown by colour alone. The characters are blocks and
signs, or plain ASCII.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from boxctl.screens.pictures.view_model import FooterKey
from groundwork.cell_width import columns_of, cut, plain_signs
from groundwork.frozen_dataclass import frozen_dataclass


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


GAP = 2
"""The columns between two keys."""

MOST_LINES = 2

FITS_ALL = 180
"""On so many columns one line has room for all the keys of a table."""


@frozen_dataclass
class _PlacedKey:
    key: FooterKey
    line: int
    column: int

    def covers(self, line: int, column: int) -> bool:
        return line == self.line and self.column <= column < self.column + _width(self.key)


def footer_lines(columns: int, lines: int) -> int:
    """Return how many lines a screen of this size has for the footer of a table."""
    return 1 if columns >= FITS_ALL or lines < 24 else MOST_LINES


def lines_needed(footer: Sequence[FooterKey], columns: int) -> int:
    """Return how many lines the keys take; at most :data:`MOST_LINES`."""
    return 1 + max((placed.line for placed in _placed(footer, columns, MOST_LINES)), default=0)


@lru_cache(8)
def footer_picture(footer: tuple[FooterKey, ...], columns: int, lines: int) -> Picture:
    """Draw the keys line by line from the left; a key that finds no room is left out."""
    rows: list[list[Span]] = [[Span(" ")] for _ in range(lines)]
    for placed in _placed(footer, columns, lines):
        words = f" {placed.key.words}{' ' * GAP}"
        rows[placed.line] += [Span(placed.key.key, "hint"), Span(words, "dark")]
    drawn: list[Row] = [on_ground(tuple(row), "footer", columns) for row in rows]
    return tuple(drawn)


def footer_key_at(
    footer: Sequence[FooterKey], columns: int, lines: int, column: int, line: int
) -> FooterKey | None:
    """Return the key that is drawn at this column and line of the footer, or None."""
    found = (each for each in _placed(footer, columns, lines) if each.covers(line, column))
    placed = next(found, None)
    return None if placed is None else placed.key


def _placed(footer: Sequence[FooterKey], columns: int, lines: int) -> Iterator[_PlacedKey]:
    """Place each key on the first line that has room for it behind those before."""
    ends = [1] * lines
    for key in footer:
        for line, end in enumerate(ends):
            if end + _width(key) <= columns:
                yield _PlacedKey(key, line, end)
                ends[line] = end + _width(key) + GAP
                break


def _width(key: FooterKey) -> int:
    return columns_of(key.key) + 1 + columns_of(key.words)
