"""The referee's lines of JSON as a scrolling log: events in (<) and rulings out (>)."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.picture import Row, Span


def lines_rows(lines: Sequence[str], columns: int, rows: int) -> list[Row]:
    """Return the last ``rows`` rows of the log; a line takes as many rows as it needs."""
    cut: list[Row] = []
    for line in reversed(list(lines)):
        room = max(10, columns - 2)
        pieces = [line[at : at + room] for at in range(0, len(line), room)]
        part = "plain" if line.startswith(">") else "dark"
        cut[:0] = [(Span(f" {piece}", part),) for piece in pieces]
        if len(cut) >= rows:
            break
    return cut[-rows:] if rows else []
