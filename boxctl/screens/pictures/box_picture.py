"""The box: rows of tiles that stand or lie, each with its lamp above it."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span
from boxctl.screens.pictures.view_model import TileViewModel
from groundwork.frozen_dataclass import frozen_dataclass

MOST_IN_A_ROW = 12


@frozen_dataclass
class BoxPlan:
    """Where the tiles are drawn: ``in_a_row`` tiles a row, each ``wide`` by ``high`` characters.

    A row is ``high`` + 2 lines: the lamps, the tiles, the rail they are hinged to.
    """

    count: int
    in_a_row: int
    wide: int
    high: int
    left: int

    @property
    def rows(self) -> int:
        """The number of rows of tiles."""
        return -(-self.count // self.in_a_row)

    @property
    def height(self) -> int:
        """The height of the whole box in lines."""
        return self.rows * (self.high + 2)

    def tile_at(self, column: int, line: int) -> int | None:
        """Return the number of the tile that is drawn there, or None."""
        row, place = line // (self.high + 2), (column - self.left) // self.wide
        on_rail = line % (self.high + 2) > self.high
        if column < self.left or not 0 <= place < self.in_a_row or line < 0 or on_rail:
            return None
        number = row * self.in_a_row + place + 1
        return number if number <= self.count else None


def plan_box(count: int, columns: int, lines: int) -> BoxPlan:
    """Plan the largest box of ``count`` tiles that fits a screen of ``columns`` by ``lines``."""
    rows = -(-count // MOST_IN_A_ROW)
    in_a_row = -(-count // rows)
    wide = max(4, min(11, columns // in_a_row))
    spare = lines - 17 - 2 * rows
    high = max(3, min(wide // 2 + 2, spare // rows))
    return BoxPlan(count, in_a_row, wide, high, max(0, (columns - wide * in_a_row) // 2))


def box_picture(tiles: Sequence[TileViewModel], plan: BoxPlan, glyphs: Glyphs) -> Picture:
    """Draw the tiles from left to right, row by row."""
    picture: list[Row] = []
    for first in range(0, len(tiles), plan.in_a_row):
        row = tiles[first : first + plan.in_a_row]
        picture.append(_spread([_lamp(tile, plan, glyphs) for tile in row], plan))
        blocks = [_tile(tile, plan, glyphs) for tile in row]
        picture += [_spread([block[line] for block in blocks], plan) for line in range(plan.high)]
        picture.append((Span(" " * plan.left), Span(glyphs.rail * plan.wide * len(row), "seat-1")))
    return tuple(picture)


def _spread(pieces: Sequence[Row], plan: BoxPlan) -> Row:
    return (Span(" " * plan.left), *(span for piece in pieces for span in piece))


def _lamp(tile: TileViewModel, plan: BoxPlan, glyphs: Glyphs) -> Row:
    lamp = glyphs.lit if tile.lit else glyphs.dark
    arrow = {"up": glyphs.up, "down": glyphs.lay}.get(tile.asked, " ")
    shown = f"{arrow}{lamp}{'!' if tile.sensor else ' '}".center(plan.wide)
    return (Span(shown, "bad" if tile.asked else "lamp" if tile.lit else "dark"),)


def _tile(tile: TileViewModel, plan: BoxPlan, glyphs: Glyphs) -> list[Row]:
    """Draw one tile: the further it has fallen, the lower it is."""
    inside = plan.wide - 3
    height = round((plan.high - 1) * (1 - tile.fallen)) + 1
    part = _part(tile)
    if height == 1:
        flat = str(tile.number).center(inside, glyphs.flat)
        lines = [Span(f" {glyphs.flat}{flat}{glyphs.flat}", part)]
    else:
        top_left, top_right, low_right, low_left = glyphs.corners
        number = [str(tile.number) if line == 0 else "" for line in range(height - 2)]
        top = glyphs.across * inside
        if not number:
            top = str(tile.number).center(inside, glyphs.across)
        lines = [
            Span(f" {top_left}{top}{top_right}", part),
            *(Span(f" {glyphs.down}{text.center(inside)}{glyphs.down}", part) for text in number),
            Span(f" {low_left}{glyphs.across * inside}{low_right}", part),
        ]
    above: list[Row] = [(Span(" " * plan.wide),)] * (plan.high - height)
    return [*above, *((line,) for line in lines)]


def _part(tile: TileViewModel) -> str:
    if tile.asked:
        return "bad"
    if tile.moved:
        return "seat-2"
    if not tile.in_play:
        return "dark"
    return "newest" if tile.fallen < 0.5 else "dark"
