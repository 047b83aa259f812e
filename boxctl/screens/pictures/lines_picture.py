"""The referee's lines of JSON as they scroll: what it heard (<) and what it ruled (>)."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.picture import Ink, Row


def lines_rows(lines: Sequence[str], columns: int, rows: int) -> list[Row]:
    """The last lines, each cut into as many rows as it takes."""
    cut: list[Row] = []
    for line in reversed(list(lines)):
        room = max(10, columns - 2)
        pieces = [line[at : at + room] for at in range(0, len(line), room)]
        part = "plain" if line.startswith(">") else "dark"
        cut[:0] = [(Ink(f" {piece}", part),) for piece in pieces]
        if len(cut) >= rows:
            break
    return cut[-rows:] if rows else []
