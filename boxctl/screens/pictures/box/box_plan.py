"""The picture of a box, as large as fits: frame, lamps, tiles on brass rods, and felt.

A small one shows the box that a rule set is played on, as it stands at the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile
from boxctl.screens.pictures.box.dice_picture import ThrownDice, felt_picture
from boxctl.screens.pictures.box.tile_picture import PixelGrid, TileSize, lamp_row, tile_picture
from boxctl.screens.pictures.picture import Glyphs, Picture, Row, Span
from boxctl.screens.pictures.view_model import TileViewModel
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


def box_picture(
    tiles: Sequence[TileViewModel], dice: ThrownDice, plan: BoxPlan, glyphs: Glyphs
) -> Picture:
    """Draw exactly ``plan.lines`` rows of ``plan.columns`` columns."""
    rows: list[Row] = []
    if dice.celebration is not None:
        tiles = _with_running_lights(tiles, dice.celebration)
    for first in range(0, len(tiles), plan.in_a_row):
        rows += _row_of_tiles(tuple(tiles[first : first + plan.in_a_row]), plan, glyphs)
    felt = _felt(dice, plan, glyphs) if plan.felt else ()
    left, right = _sides(plan.side, plan.lines, glyphs)
    rows = [(*left[line], *row, *right[line]) for line, row in enumerate((*rows, *felt))]
    return (*rows, *_foot(plan, glyphs))


def _with_running_lights(tiles: Sequence[TileViewModel], share: float) -> list[TileViewModel]:
    """Light every third lamp, and let the lights run along the box."""
    step = int(share * 18)
    return [replace(tile, lit=(tile.number - step) % 3 == 0) for tile in tiles]


def _felt(dice: ThrownDice, plan: BoxPlan, glyphs: Glyphs) -> Picture:
    """Draw the felt; a die may be larger than a tile is wide, but not by much."""
    return felt_picture(dice, plan.inside, plan.felt, glyphs, max(11, plan.tile.wide * 2))


@lru_cache(64)
def _row_of_tiles(
    tiles: tuple[TileViewModel, ...], plan: BoxPlan, glyphs: Glyphs
) -> tuple[Row, ...]:
    wide = plan.tile.wide
    rest = (plan.in_a_row - len(tiles)) * wide
    lamps = [span for tile in tiles for span in lamp_row(tile, wide, glyphs)]
    drawn = [tile_picture(tile, plan.count, plan.tile, glyphs) for tile in tiles]
    rows = [(*lamps, Span(" " * rest, "plain", "frame")) if rest else tuple(lamps)]
    for line in range(plan.tile.lines):
        spans = [span for tile in drawn for span in tile[line]]
        rows.append((*spans, Span(" " * rest, "plain", "back")) if rest else tuple(spans))
    return tuple(rows)


@lru_cache(16)
def _sides(side: int, lines: int, glyphs: Glyphs) -> tuple[Picture, Picture]:
    """Return the left and the right side of the frame; empty rows if there is no frame."""
    if not side:
        return ((),) * lines, ((),) * lines
    sides = []
    for outer, inner in ((0, 2 * side - 1), (2 * side - 1, 0)):
        grid = PixelGrid(side, lines, "frame", blocks=glyphs.blocks)
        for row in range(0, 2 * lines, 2):
            if row // 2 % 5 in (1, 2) and side > 1:
                grid.fill(2 * side - 2 if inner else 0, row, 2, 2, "frame-grain")
        grid.fill(outer, 0, 1, 2 * lines, "frame-light" if outer == 0 else "frame-edge")
        grid.fill(inner, 2, 1, 2 * lines, "frame-edge" if outer == 0 else "frame-light")
        if outer == 0:
            grid.fill(0, 0, 1, 1, "frame-light")
        sides.append(grid.picture())
    return sides[0], sides[1]


@lru_cache(16)
def _foot(plan: BoxPlan, glyphs: Glyphs) -> Picture:
    grid = PixelGrid(plan.columns, plan.foot, "frame", blocks=glyphs.blocks)
    grid.fill(0, 2 * plan.foot - 1, 2 * plan.columns, 1, "frame-edge")
    grid.fill(2 * plan.side, 0, 2 * plan.inside, 1, "frame-light")
    return grid.picture()


_SHOWN = (6, 4, 3, 5)
"""The faces of the dice in the picture; the die of many sides shows its last."""


def small_box(rules: RuleSet, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    """Draw the largest box that fits: at most so many columns and lines, often fewer.

    24 columns and 4 lines are enough for 8 tiles, 36 columns and 6 lines for 24.
    """
    plan = plan_box(rules.tiles, columns, lines)
    tiles = [
        TileViewModel(
            number,
            fallen=0.0 if rules.in_play & tile(number) else 1.0,
            lit=bool(rules.in_play & tile(number)),
            in_play=bool(rules.in_play & tile(number)),
        )
        for number in range(1, rules.tiles + 1)
    ]
    sides = rules.dice.sides
    faces = tuple(
        min(sides, _SHOWN[die % len(_SHOWN)]) if sides <= 6 else sides
        for die in range(rules.dice.count)
    )
    return box_picture(tiles, ThrownDice(faces, sides), plan, glyphs)
