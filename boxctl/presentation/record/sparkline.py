"""Draw numbers over time as one line of cells. Pure."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
"""Eighths of a cell, the lowest first."""
ASCII = "_.-:=+*#"
"""The same for a terminal without block characters."""
NOTHING = " "


def sparkline(
    values: Sequence[float | None], worst: float, best: float, cells: str = BLOCKS
) -> str:
    """Return a cell for each value, from the lowest for ``worst`` to the highest for ``best``.

    ``worst`` may be the greater number. None is a blank; if both are the same, every cell is one
    from the middle.
    """
    return "".join(
        NOTHING if value is None else cells[_level(value, worst, best, len(cells))]
        for value in values
    )


def _level(value: float, worst: float, best: float, levels: int) -> int:
    if best == worst:
        return levels // 2
    return min(levels - 1, max(0, int((value - worst) / (best - worst) * levels)))
