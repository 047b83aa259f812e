"""The footer of a screen: the keys that do something now, where they are and how they look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from boxctl.screens.pictures.picture import Picture, Row, Span, on_ground
from boxctl.screens.pictures.view_model import FooterKey
from groundwork.cell_width import columns_of
from groundwork.frozen_dataclass import frozen_dataclass

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
