"""Plan the picture of a box: the largest that fits, and where each part is."""

from __future__ import annotations

from boxctl.screens.pictures.box.tile_picture import TileSize
from groundwork.frozen_dataclass import frozen_dataclass

MOST_IN_A_ROW = 12
MOST_WIDE = 17
"""A tile is at most so many columns wide."""


@frozen_dataclass
class BoxPlan:
    """A box of ``count`` tiles, ``in_a_row`` a row.

    From top to bottom: for each row of tiles the rail with its lamps and the tiles, then ``felt``
    lines on which the dice lie, and ``foot`` lines of frame. ``side`` is how many columns of frame
    are at either side.
    """

    count: int
    in_a_row: int
    tile: TileSize
    felt: int
    side: int
    foot: int

    @property
    def rows(self) -> int:
        """The number of rows of tiles."""
        return -(-self.count // self.in_a_row)

    @property
    def inside(self) -> int:
        """The width between the sides of the frame, in columns."""
        return self.in_a_row * self.tile.wide

    @property
    def columns(self) -> int:
        """The width of the whole box in columns."""
        return self.inside + 2 * self.side

    @property
    def felt_top(self) -> int:
        """The line, from 0, where the felt begins: below the tiles."""
        return self.rows * (1 + self.tile.lines)

    @property
    def lines(self) -> int:
        """The height of the whole box in lines."""
        return self.felt_top + self.felt + self.foot

    def tile_at(self, column: int, line: int) -> int | None:
        """Return the number of the tile that is drawn there, or None. Its lamp belongs to it."""
        if not self.side <= column < self.side + self.inside or not 0 <= line < self.felt_top:
            return None
        row, place = line // (1 + self.tile.lines), (column - self.side) // self.tile.wide
        number = row * self.in_a_row + place + 1
        return number if number <= self.count else None

    def on_felt(self, column: int, line: int) -> bool:
        """Whether this is where the dice are thrown."""
        inside = self.side <= column < self.side + self.inside
        return inside and self.felt_top <= line < self.felt_top + self.felt


def plan_box(count: int, columns: int, lines: int) -> BoxPlan:
    """Plan the largest box of ``count`` tiles that fits so many columns and lines.

    Returns the smallest box if even that one does not fit.
    """
    rows = -(-count // MOST_IN_A_ROW)
    in_a_row = -(-count // rows)
    for least_up, least_lying, least_felt, foot in _LEAST:
        for wide in _widths(count, in_a_row, columns):
            plan = _grown(count, in_a_row, wide, (least_up, least_lying, least_felt, foot), lines)
            if plan is not None and plan.columns <= columns:
                return plan
    return BoxPlan(count, in_a_row, TileSize(3, 1, 0), 0, 0, 0)


_LEAST = ((2, 1, 4, 1), (2, 1, 3, 1), (1, 1, 1, 1), (1, 1, 1, 0), (1, 0, 1, 0), (1, 0, 0, 0))
"""The least height of a standing tile, of a lying one, of the felt, and of the foot, in lines."""


def _widths(count: int, in_a_row: int, columns: int) -> list[int]:
    """Return the widths of a tile that may fit, in columns, the largest first.

    A number of two digits is in the middle of an even width, one of one digit of an odd width.
    """
    odd = count < 10
    most = max(3, min(MOST_WIDE, columns // in_a_row))
    return [wide for wide in range(most, 2, -1) if wide % 2 == odd or wide == 3]


def _side(wide: int) -> int:
    """Return the thickness of the frame at the sides, in columns."""
    return 2 if wide > 5 else 1 if wide > 3 else 0


def _grown(
    count: int, in_a_row: int, wide: int, least: tuple[int, int, int, int], lines: int
) -> BoxPlan | None:
    """Let the tiles and the felt of a box grow to so many lines; None if they do not fit."""
    rows = -(-count // in_a_row)
    up, lying, felt, foot = least
    if lying:
        up = max(up, wide // 2)
    shape = [up, lying, felt]
    most = [max(up, -(-wide * 9 // 10)), -(-wide // 2) if lying else 0, max(felt, wide + 4)]
    if not lying:
        most[0] = 1

    def height() -> int:
        tile = TileSize(wide, shape[0], shape[1])
        return rows * (1 + tile.lines) + shape[2] + foot

    if height() > lines:
        return None
    growing = True
    while growing:
        growing = False
        for part in (0, 2, 1, 0, 2):
            if shape[part] < most[part]:
                shape[part] += 1
                if height() > lines:
                    shape[part] -= 1
                else:
                    growing = True
    size = TileSize(wide, shape[0], shape[1])
    return BoxPlan(count, in_a_row, size, shape[2], _side(wide), foot)
