"""The box: a frame of wood with lamps, its tiles on brass rods, and the felt with the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from boxctl.screens.pictures.box.box_plan import BoxPlan
from boxctl.screens.pictures.box.felt_picture import ThrownDice, felt_picture
from boxctl.screens.pictures.box.pixel_grid import PixelGrid
from boxctl.screens.pictures.box.tile_picture import lamp_row, tile_picture
from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span
from boxctl.screens.pictures.view_model import TileViewModel


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
