"""The log: its newest lines at the bottom, or older ones when it is scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from boxctl.screens.pictures.picture import Row, Span
from boxctl.screens.pictures.view_model import AnnouncementKind, LogLine


def log_rows(lines: Sequence[LogLine], columns: int, rows: int, scrolled: int = 0) -> list[Row]:
    """Return at most ``rows`` rows of the log, broken between words, the newest at the bottom.

    ``scrolled`` is by how many rows it is scrolled back; the oldest row is never scrolled past.
    """
    found: list[Row] = []
    for place, line in enumerate(reversed(lines)):
        found[:0] = _broken(line, columns, newest=not place)
        if len(found) >= rows + scrolled:
            break
    end = max(min(rows, len(found)), len(found) - scrolled)
    return found[max(0, end - rows) : end]


def most_scrolled(lines: Sequence[LogLine], columns: int, rows: int) -> int:
    """Return by how many rows the log can be scrolled back."""
    return max(0, sum(len(_broken(line, columns, newest=False)) for line in lines) - rows)


def is_longer(lines: Sequence[LogLine], columns: int, rows: int) -> bool:
    """Whether the log has more rows than there is room for."""
    return len(lines) > rows or most_scrolled(lines, columns, rows) > 0


def _broken(line: LogLine, columns: int, *, newest: bool) -> list[Row]:
    doubtful = line.kind is AnnouncementKind.DOUBT
    mark = "! " if doubtful else ""
    part = "bad" if doubtful else "newest" if newest else "plain"
    broken = wrap(f"{mark}{line.text}", max(10, columns - 3), break_on_hyphens=False)
    return [
        (Span(f" {'  ' if place else ''}{text}"[:columns], part),)
        for place, text in enumerate(broken)
    ]
