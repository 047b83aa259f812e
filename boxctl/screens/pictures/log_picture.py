"""The log: its newest lines at the bottom, or older ones when it is scrolled."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Row, Span
from boxctl.screens.pictures.seat_sign import sign_of
from boxctl.view.announcement import AnnouncementKind
from boxctl.view.turn_log import LogLine
from groundwork.cell_width import cut, wrapped

MARGIN = 4
"""The columns of the sign before a line, and of the margins around it."""


def log_rows(
    lines: Sequence[LogLine], columns: int, rows: int, glyphs: Glyphs, scrolled: int = 0
) -> list[Row]:
    """Return at most ``rows`` rows of the log, broken between words, the newest at the bottom.

    ``scrolled`` is by how many rows it is scrolled back; the oldest row is never scrolled past.
    """
    found: list[Row] = []
    for place, line in enumerate(reversed(lines)):
        ink = "bad" if line.kind is AnnouncementKind.DOUBT else "plain" if place else "newest"
        sign = _sign(line, glyphs)
        for row, text in reversed(list(enumerate(_broken(line, columns)))):
            found.insert(0, (Span(" "), Span(" ") if row else sign, Span(f" {text}", ink)))
        if len(found) >= rows + scrolled:
            break
    end = max(min(rows, len(found)), len(found) - scrolled)
    return found[max(0, end - rows) : end]


def most_scrolled(lines: Sequence[LogLine], columns: int, rows: int) -> int:
    """Return by how many rows the log can be scrolled back."""
    return max(0, sum(len(_broken(line, columns)) for line in lines) - rows)


def is_longer(lines: Sequence[LogLine], columns: int, rows: int) -> bool:
    """Whether the log has more rows than there is room for."""
    return len(lines) > rows or most_scrolled(lines, columns, rows) > 0


def _sign(line: LogLine, glyphs: Glyphs) -> Span:
    if line.kind is AnnouncementKind.DOUBT:
        return Span("!", "bad")
    return Span(" ") if line.colour is None else sign_of(line.colour, glyphs)


def _broken(line: LogLine, columns: int) -> list[str]:
    room = max(10, columns - MARGIN)
    broken = wrapped(line.text, room, "  ")
    return [cut(text, columns - MARGIN) for text in broken]
