"""One tile with its rod and the felt below it, made of pixels: standing, lying, or on its way.

A character is two pixels wide and two high, so a pixel is twice as high as it is wide. A
character can show two materials, in its ink and its ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from boxctl.screens.pictures.box.engraved_digits import engraved, height_of_all
from boxctl.screens.pictures.picture import Glyphs, Picture, Row, Span
from boxctl.screens.pictures.view_model import TileViewModel

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block characters by which quarters they ink: 1 top left, 2 top right, 4 and 8 below."""

Cells = tuple[tuple[Span, ...], ...]
"""A picture with one span a character."""


class PixelGrid:
    """Pixels of ``columns`` by ``lines`` characters; and text, which hides the pixels below it.

    With ``blocks`` false a character shows only its most frequent material, for fonts without
    block characters. Pixels outside the grid are ignored.
    """

    def __init__(self, columns: int, lines: int, material: str, *, blocks: bool = True) -> None:
        self.columns, self.lines = columns, lines
        self._blocks = blocks
        self._pixels = [[material] * (columns * 2) for _ in range(lines * 2)]
        self._text: dict[tuple[int, int], tuple[str, str, str]] = {}

    def fill(self, left: int, top: int, width: int, height: int, material: str) -> None:
        """Fill a rectangle of pixels."""
        left, right = max(0, left), min(self.columns * 2, left + width)
        if left >= right:
            return
        for row in self._pixels[max(0, top) : max(0, top + height)]:
            row[left:right] = [material] * (right - left)

    def cover(self, pixels: Sequence[Sequence[str]]) -> None:
        """Replace all pixels."""
        self._pixels = [list(row) for row in pixels]

    def stamp(self, left: int, top: int, shape: Sequence[str], material: str) -> None:
        """Fill the pixels for which a shape, row by row, has a ``#``."""
        for down, line in enumerate(shape):
            for right, sign in enumerate(line):
                if sign == "#":
                    self.dot(left + right, top + down, material)

    def dot(self, column: int, row: int, material: str) -> None:
        """Set one pixel."""
        if 0 <= row < self.lines * 2 and 0 <= column < self.columns * 2:
            self._pixels[row][column] = material

    def write(self, column: int, line: int, text: str, ink: str, ground: str = "") -> None:
        """Write a text from this character on; without a ground it stands on the pixels."""
        for at, sign in enumerate(text, column):
            if 0 <= at < self.columns and 0 <= line < self.lines:
                self._text[at, line] = (sign, ink, ground)

    def outline(self, left: int, top: int, wide: int, high: int, ink: str) -> None:
        """Draw a rectangle of ASCII signs, in characters."""
        edge = "+" + "-" * (wide - 2) + "+"
        for line in range(top, top + high):
            if line in (top, top + high - 1):
                self.write(left, line, edge, ink)
            else:
                self.write(left, line, "|", ink)
                self.write(left + wide - 1, line, "|", ink)

    def cells(self) -> Cells:
        """Return the characters, each as a span of its own."""
        return tuple(
            tuple(self._cell(column, line) for column in range(self.columns))
            for line in range(self.lines)
        )

    def picture(self) -> Picture:
        """Return the characters, with those of one ink and ground joined."""
        return tuple(map(joined, self.cells()))

    def _cell(self, column: int, line: int) -> Span:
        above, below = self._pixels[2 * line], self._pixels[2 * line + 1]
        four = (*above[2 * column : 2 * column + 2], *below[2 * column : 2 * column + 2])
        if four[0] == four[1] == four[2] == four[3]:
            ground, ink, inked = four[0], "plain", 0
        else:
            ground, ink, inked = _two_of(four)
        if written := self._text.get((column, line)):
            return _one(written[0], written[1], written[2] or ground)
        return _one(QUADRANTS[inked], ink, ground) if self._blocks else _one(" ", "plain", ground)


@lru_cache(4096)
def _one(text: str, ink: str, ground: str) -> Span:
    """Return the one span of a character that looks like this.

    Thousands of them are cached with the faces and poses of dice. As separate objects they made
    each full collection of garbage last longer than a frame.
    """
    return Span(text, ink, ground)


@lru_cache(8192)
def _two_of(four: tuple[str, str, str, str]) -> tuple[str, str, int]:
    """Return the ground and the ink for four pixels, and which of them are inked.

    Of more than two materials those that belong together become one: light and shade of a wood.
    """
    if len(set(four)) <= 2:
        kinds: Sequence[str] = four
    else:
        kinds = [_kind(material) for material in four]
    first = max(kinds, key=kinds.count)
    others = [kind for kind in kinds if kind != first]
    if not others:
        return max(four, key=four.count), "plain", 0
    second = max(others, key=others.count)
    grounds = [four[at] for at, kind in enumerate(kinds) if kind == first]
    inks = [four[at] for at, kind in enumerate(kinds) if kind == second]
    inked = sum(1 << at for at, kind in enumerate(kinds) if kind == second)
    return max(grounds, key=grounds.count), max(inks, key=inks.count), inked


def _kind(material: str) -> str:
    """Return the kind of a material, whatever light falls on it. An engraved number is no wood."""
    return material if material.endswith("-engraved") else material.partition("-")[0]


def joined(cells: Iterable[Span]) -> Row:
    """Join neighbours of one ink and ground. The ink of spaces does not count."""
    row: list[Span] = []
    text, ink, ground = "", "plain", None
    for span in cells:
        blank = span.text.isspace()
        if span.ground == ground and (blank or span.ink == ink or text.isspace()):
            if not blank:
                ink = span.ink
            text += span.text
            continue
        if text:
            row.append(Span(text, ink, ground or ""))
        text, ink, ground = span
    if text:
        row.append(Span(text, ink, ground or ""))
    return tuple(row)


STEPS = 24
"""The positions between standing and lying in which a tile is drawn."""


class TileSize(NamedTuple):
    """The size of a tile in characters: its face when it stands, and when it lies.

    Between them is the rod, a line of its own. With ``lying`` 0 there is no rod, and a tile that
    lies is marked on the line of its face.
    """

    wide: int
    up: int
    lying: int

    @property
    def lines(self) -> int:
        """The height of a tile with its rod and the place where it lies, in lines."""
        return self.up + 1 + self.lying if self.lying else self.up


def tile_picture(tile: TileViewModel, most: int, size: TileSize, glyphs: Glyphs) -> Picture:
    """Draw a tile of a box whose highest number is ``most``: all are engraved in one size."""
    step = round(tile.fallen * STEPS)
    return _drawn(tile.number, most, step, _wood(tile, step), size, glyphs)


def lamp_row(tile: TileViewModel, wide: int, glyphs: Glyphs) -> Row:
    """Draw the lamp of a tile on the rail above it: what is asked, the lamp, a doubted sensor.

    A tile moved in this turn has a mark where another has its arrow. One not in play has no lamp.
    """
    left, right = Span(" ", "plain", "frame"), Span(" ", "plain", "frame")
    if tile.lit and glyphs.blocks and wide > 4:
        left, right = Span("▐", "lamp-glow", "frame"), Span("▌", "lamp-glow", "frame")
    if tile.asked:
        mark = glyphs.up if tile.asked == "up" else glyphs.lay
        left = Span(mark, "sign-asked", "sign-asked-ground")
    elif tile.moved:
        left = Span(glyphs.moved, "sign-moved", "frame")
    if tile.sensor:
        right = Span("!", "sign-sensor", "sign-sensor-ground")
    room = wide - 3
    before = Span(" " * (room // 2), "plain", "frame")
    return (before, left, _lamp(tile, glyphs), right, before._replace(text=" " * -(-room // 2)))


def _lamp(tile: TileViewModel, glyphs: Glyphs) -> Span:
    if tile.lit:
        return Span(glyphs.lit, "lamp", "lamp-glow")
    return Span(glyphs.dark if tile.in_play else " ", "lamp-off", "frame")


def _wood(tile: TileViewModel, step: int) -> str:
    if tile.asked:
        return "asked"
    if not tile.in_play:
        return "idle"
    if tile.moved:
        return "moved"
    return "tile" if step < STEPS // 2 else "shut"


@lru_cache(4096)
def _drawn(number: int, most: int, step: int, wood: str, size: TileSize, glyphs: Glyphs) -> Picture:
    if not size.lying:
        return _on_one_line(number, wood, size, glyphs, lies=step * 2 > STEPS)
    wide, up, lying = size
    grid = PixelGrid(wide, size.lines, "back", blocks=glyphs.blocks)
    rod = 2 * up
    grid.fill(0, 0, 2 * wide, 1, "back-shade")
    grid.fill(0, rod + 2, 2 * wide, 2 * lying, "felt-shade")
    grid.fill(0, rod + 3, 2 * wide, 2 * lying, "felt")
    grid.fill(0, rod, 2 * wide, 1, "brass-light")
    grid.fill(0, rod + 1, 2 * wide, 1, "brass")
    if not glyphs.blocks:
        grid.write(0, up, "=" * wide, "pip", "brass-light")
    turned = step / STEPS * pi / 2
    tip = round(2 * up * cos(turned) - 2 * lying * sin(turned))
    if abs(tip) <= 1:
        _on_edge(grid, up, number, wood)
    elif tip > 0:
        _face(grid, rod - tip, tip, number, most, wood, glyphs)
        _knuckle(grid, rod, wood)
    else:
        grid.fill(2, rod + 3, 2 * wide - 2, -tip, "felt-shadow")
        _face(grid, rod + 2, min(-tip, 2 * lying), number, most, wood, glyphs)
        _knuckle(grid, rod, wood)
    return grid.picture()


def _knuckle(grid: PixelGrid, rod: int, wood: str) -> None:
    """Draw the wood through which the rod goes, in the middle of the tile's foot."""
    wide = grid.columns * 2
    grid.fill(wide // 4, rod + 1, wide - 2 * (wide // 4), 1, f"{wood}-shade")


def _face(
    grid: PixelGrid, top: int, high: int, number: int, most: int, wood: str, glyphs: Glyphs
) -> None:
    """Draw the face of a tile, ``high`` pixels from ``top``, with its number."""
    left, wide = (1, grid.columns * 2 - 2) if glyphs.blocks else (0, grid.columns * 2 - 2)
    grid.fill(left, top, wide, high, wood)
    _grain(grid, top, high, number, wood)
    if not glyphs.blocks:
        _face_in_signs(grid, top, high, number, wood, glyphs)
        return
    grid.fill(left, top, 1, high, f"{wood}-light")
    grid.fill(left + wide - 1, top, 1, high, f"{wood}-shade")
    if high > 2:
        grid.fill(left, top, wide, 1, f"{wood}-light")
    if high > 5:
        grid.fill(left, top + high - 1, wide, 1, f"{wood}-shade")
    room = high - 2 if high < 10 else high - 2 - high // 4
    shape = engraved(str(number), wide - 2, height_of_all(most, wide - 2, room))
    if shape:
        across, down = (wide - len(shape[0])) // 2, (high - len(shape) + 1) // 2
        grid.stamp(left + across, top + down, shape, f"{wood}-engraved")
        return
    _write_number(grid, (top + (high - 1) // 2) // 2, number, wood, grid.columns)


def _face_in_signs(
    grid: PixelGrid, top: int, high: int, number: int, wood: str, glyphs: Glyphs
) -> None:
    """Draw a face without block characters: an outline, if there is room for one."""
    first, last = top // 2, (top + high - 1) // 2
    wide = grid.columns - 1
    if last - first > 1:
        grid.outline(0, first, wide, last - first + 1, f"{wood}-number")
    elif wood != "tile":
        grid.write(0, last, glyphs.flat * wide, f"{wood}-number", f"{wood}-plate")
    _write_number(grid, (first + last) // 2, number, wood, wide)


def _grain(grid: PixelGrid, top: int, high: int, number: int, wood: str) -> None:
    """Draw streaks along the tile, the same for a number in every picture."""
    for column in range(1, grid.columns - 1):
        streak = (number * 37 + column * column * 11 + column * 5) % 7
        if streak < 3:
            begin = (number * 13 + column * 7) % max(1, high // 2) if streak else 0
            grid.fill(2 * column, top + begin, 2, high - begin, f"{wood}-grain")


def _on_edge(grid: PixelGrid, line: int, number: int, wood: str) -> None:
    """Draw a tile that is seen from its edge, which has its number."""
    grid.fill(1, 2 * line, grid.columns * 2 - 2, 2, f"{wood}-light")
    _write_number(grid, line, number, wood, grid.columns)


def _write_number(grid: PixelGrid, line: int, number: int, wood: str, columns: int) -> None:
    text = str(number)
    left = (columns - len(text)) // 2
    grid.write(left, line, text, f"{wood}-number", f"{wood}-plate")


def _on_one_line(number: int, wood: str, size: TileSize, glyphs: Glyphs, *, lies: bool) -> Picture:
    """Draw a tile that is only a face: signs beside the number tell that it lies."""
    sign = glyphs.flat if lies else " "
    text = str(number).center(size.wide - 1, sign)
    blank = (Span(" " * (size.wide - 1), "plain", f"{wood}-plate"), Span(" ", "plain", "back"))
    row = (Span(text, f"{wood}-number", f"{wood}-plate"), Span(" ", "plain", "back"))
    return (*(blank,) * (size.up - 1), row)
