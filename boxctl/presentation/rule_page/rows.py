"""The rows in which the tiles of a box are drawn. Pure."""

from __future__ import annotations

MOST_IN_A_ROW = 12


def rows_of_tiles(tiles: int) -> list[range]:
    """Return the tiles 1 to ``tiles`` in as few rows as possible, equally long but for the last."""
    rows = -(-tiles // MOST_IN_A_ROW)
    in_a_row = -(-tiles // rows)
    return [
        range(first, min(first + in_a_row, tiles + 1)) for first in range(1, tiles + 1, in_a_row)
    ]
