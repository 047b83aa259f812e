"""One die of ivory: pips up to six, figures beyond, ``?`` for one that cannot be read."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

from boxctl.screens.pictures.box.engraved_digits import engraved
from boxctl.screens.pictures.box.pixel_grid import Cells, PixelGrid
from boxctl.screens.pictures.glyphs import Glyphs

QUARTER = 8
"""A quarter of a turn is drawn in so many steps."""

_PIPS = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}

_PIPS_OF = {7: (1, 4), 10: (2, 6), 15: (3, 8), 22: (4, 12), 25: (5, 14)}
"""For each height of a die in pixels the radius of a pip, and how far pips are apart.

Both are in half pixels' heights: so chosen that each pip is round, and the same for every place.
"""

_TILTED = 3
"""How far a die that cannot be read leans against the rim, in steps."""


class DieSize(NamedTuple):
    """The size of a die in characters. ``pixels`` is its height in pixels; 0 is drawn as text."""

    columns: int
    lines: int
    pixels: int = 0


def die_sizes(glyphs: Glyphs) -> tuple[DieSize, ...]:
    """Return the sizes that can be drawn, the largest first."""
    drawn = [DieSize(high + 1, high // 2 + 1, high) for high in sorted(_PIPS_OF, reverse=True)]
    written = [DieSize(9, 5), DieSize(7, 3), DieSize(3, 1)]
    return (*drawn, *written[1:]) if glyphs.blocks else tuple(written)


class DiePose(NamedTuple):
    """How a die lies: turned by so many steps, and so many pixels above the felt."""

    turned: int = 0
    above: int = 0


AT_REST = DiePose()


@lru_cache(1024)
def die_picture(
    value: int | None, sides: int, size: DieSize, pose: DiePose, glyphs: Glyphs
) -> Cells:
    """Draw a die with its shadow on felt; what is only felt is a space on ``felt``.

    The picture has a margin of :func:`margin` columns and lines on every side.
    """
    if not size.pixels:
        return _written(value, sides, size, glyphs)
    wide, high = margin(size)
    grid = PixelGrid(size.columns + 2 * wide, size.lines + 2 * high, "felt")
    if value is None:
        pose = DiePose(_TILTED, pose.above)
    _Ivory(value, sides, size.pixels, pose).draw(grid, 2 * wide, 2 * high)
    return grid.cells()


def margin(size: DieSize) -> tuple[int, int]:
    """Return the columns and lines around a die that its shadow and its corners may need."""
    return (size.pixels // 4 + 1, size.pixels // 8 + 1) if size.pixels else (0, 0)


class _Ivory:
    """A die in units of half a pixel's height, so that they are square; its middle is 0, 0."""

    def __init__(self, value: int | None, sides: int, pixels: int, pose: DiePose) -> None:
        self._value, self._sides = value, sides
        self._pose = pose
        shrunk = 0.86 if pose.turned % QUARTER else 1.0
        self._half = pixels * shrunk
        self._pip, self._apart = _PIPS_OF[pixels]
        self._pixels = pixels
        angle = pose.turned / QUARTER * pi / 2
        self._cos, self._sin = cos(angle), sin(angle)
        self._figure = value is None or sides > 6

    def draw(self, grid: PixelGrid, left: int, top: int) -> None:
        """Draw it with its top left corner at this pixel."""
        size, above = self._pixels, self._pose.above
        falls = 1.5 + above
        for row in range(grid.lines * 2):
            for column in range(grid.columns * 2):
                across, down = column - left + 0.5 - size, 2 * (row - top) + 1.0 - size
                material = self._at(across, down + 2 * above)
                if material is None:
                    material = self._shadow(across - falls, down - falls)
                if material is not None:
                    grid.dot(column, row, material)
        if self._figure:
            text = "?" if self._value is None else str(self._value)
            shape = engraved(text, round(size * 1.3), round(size * 0.6))
            if shape:
                across, down = (2 * size - len(shape[0])) // 2, (size - len(shape) + 1) // 2
                grid.stamp(left + across, top + down - above, shape, "pip")
            else:
                column = left // 2 + (size - len(text) + 1) // 2
                grid.write(column, top // 2 + size // 4 - above // 2, text, "die-figure", "ivory")

    def _turned(self, across: float, down: float) -> tuple[float, float]:
        return across * self._cos + down * self._sin, down * self._cos - across * self._sin

    def _outside(self, across: float, down: float) -> float:
        """How far a point is outside of the outline; negative inside."""
        corner = self._half / 3
        if self._sides > 6:
            flat = max(abs(down), abs(down) / 2 + abs(across) * 0.866)
            return flat - self._half
        beyond_x = max(0.0, abs(across) - self._half + corner)
        beyond_y = max(0.0, abs(down) - self._half + corner)
        return hypot(beyond_x, beyond_y) - corner

    def _at(self, across: float, down: float) -> str | None:
        x, y = self._turned(across, down)
        outside = self._outside(x, y)
        if outside > 0:
            return None
        if not self._figure and self._on_pip(x, y):
            return "pip"
        if outside > -2.0:
            return "ivory-shade" if self._in_shade(across, down) else "ivory-light"
        return "ivory"

    def _in_shade(self, across: float, down: float) -> bool:
        """Whether an edge faces away from the light, which comes from the top left."""
        if self._pose.turned % QUARTER:
            return across + down > 0
        return max(across, down) > self._half - 2

    def _on_pip(self, x: float, y: float) -> bool:
        rows = _PIPS[self._value or 1]
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                if sign == "o":
                    across, down = x - (column - 1) * self._apart, y - (row - 1) * self._apart
                    if max(abs(across), abs(down), hypot(across, down) - 0.15) < self._pip:
                        return True
        return False

    def _shadow(self, across: float, down: float) -> str | None:
        outside = self._outside(*self._turned(across, down))
        if outside > 2:
            return None
        return "felt-shadow" if outside <= 0 else "felt-dusk"


def _written(value: int | None, sides: int, size: DieSize, glyphs: Glyphs) -> Cells:
    """Draw a die from signs: an outline where there is room, pips where they fit."""
    grid = PixelGrid(size.columns, size.lines, "ivory", blocks=glyphs.blocks)
    text = "?" if value is None else str(value)
    if size.lines == 1:
        grid.write(0, 0, text.center(3), "die-figure")
        return grid.cells()
    if size.lines == 5:
        grid.outline(0, 0, 9, 5, "die-figure")
    faces = ["", text, ""]
    if value in _PIPS and sides <= 6:
        faces = [" ".join(row).replace("o", glyphs.pip) for row in _PIPS[value]]
    for line, face in enumerate(faces, start=(size.lines - 3) // 2):
        grid.write(1, line, face.center(size.columns - 2), "die-figure")
    return grid.cells()
