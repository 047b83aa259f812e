"""Dice of ivory on the felt: they roll, and come to rest where they are read.

A die has pips up to six, figures beyond, ``?`` if it cannot be read.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin
from random import Random
from typing import NamedTuple

from boxctl.screens.pictures.box.engraved_digits import engraved
from boxctl.screens.pictures.box.tile_picture import Cells, PixelGrid, joined
from boxctl.screens.pictures.picture import Glyphs, Picture, Row, Span

QUARTER = 4
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

Both in half a pixel's height, chosen so that pips are round and alike wherever they are.
"""

_TILTED = 1
"""The steps by which a die that cannot be read leans against the rim."""


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
    """The position of a die: turned by so many steps, and so many pixels above the felt."""

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
    if value is None:
        pose = DiePose(_TILTED, pose.above)
    grid = PixelGrid(size.columns + 2 * wide, size.lines + 2 * high, "felt")
    grid.cover(_blank_die(size, sides > 6, pose))
    if value is None or sides > 6:
        _figure(grid, "?" if value is None else str(value), size, pose)
    else:
        _pips(grid, value, size, pose)
    return grid.cells()


def margin(size: DieSize) -> tuple[int, int]:
    """Return the columns and lines around a die that its shadow and its corners may need."""
    return (size.pixels // 4 + 1, size.pixels // 8 + 1) if size.pixels else (0, 0)


@lru_cache(256)
def _blank_die(size: DieSize, many_sides: bool, pose: DiePose) -> tuple[tuple[str, ...], ...]:
    """Draw the pixels of a die without a face, with its shadow on the felt."""
    wide, high = margin(size)
    middle, half = size.pixels, size.pixels * _shrunk(pose)
    cosine, sine = _turn(pose)
    falls, lifted = 1.5 + pose.above, 2 * pose.above
    outside = _outside_hexagon if many_sides else _outside_square

    def material(across: float, down: float) -> str:
        lit_x, lit_y = across, down + lifted
        beyond = outside(lit_x * cosine + lit_y * sine, lit_y * cosine - lit_x * sine, half)
        if beyond <= -2:
            return "ivory"
        if beyond <= 0:
            edge = lit_x + lit_y if pose.turned else max(lit_x, lit_y) - half + 2
            return "ivory-shade" if edge > 0 else "ivory-light"
        x, y = across - falls, down - falls
        beyond = outside(x * cosine + y * sine, y * cosine - x * sine, half)
        return "felt-shadow" if beyond <= 0 else "felt-dusk" if beyond <= 2 else "felt"

    columns, rows = 2 * (size.columns + 2 * wide), 2 * (size.lines + 2 * high)
    return tuple(
        tuple(
            material(column - 2 * wide + 0.5 - middle, 2 * (row - 2 * high) + 1.0 - middle)
            for column in range(columns)
        )
        for row in range(rows)
    )


def _shrunk(pose: DiePose) -> float:
    """Return the scale of a die; one on its corner is smaller, so that it takes no more room."""
    return 0.86 if pose.turned else 1.0


def _turn(pose: DiePose) -> tuple[float, float]:
    angle = pose.turned / QUARTER * pi / 2
    return cos(angle), sin(angle)


def _outside_square(x: float, y: float, half: float) -> float:
    """Return the distance of a point from a square with round corners; negative inside."""
    x, y = abs(x) - half * 2 / 3, abs(y) - half * 2 / 3
    if x > 0 and y > 0:
        return hypot(x, y) - half / 3
    return max(x, y) - half / 3


def _outside_hexagon(x: float, y: float, half: float) -> float:
    return max(abs(y), abs(y) / 2 + abs(x) * 0.866) - half


def _pips(grid: PixelGrid, value: int, size: DieSize, pose: DiePose) -> None:
    radius, apart = _PIPS_OF[size.pixels]
    apart = round(apart * _shrunk(pose))
    cosine, sine = _turn(pose)
    left, top = 2 * margin(size)[0] + size.pixels, 2 * margin(size)[1] - pose.above
    for row, line in enumerate(_PIPS[value]):
        for column, sign in enumerate(line):
            if sign == "o":
                x, y = (column - 1) * apart, (row - 1) * apart
                across, down = x * cosine - y * sine, x * sine + y * cosine
                _pip(grid, left + round(across), top + (size.pixels + round(down)) / 2, radius)


def _pip(grid: PixelGrid, x: int, y: float, radius: int) -> None:
    """Draw a round pip whose middle is at this corner of a pixel."""
    for row in range(int(y) - radius, int(y) + radius + 1):
        down = 2 * (row + 0.5 - y)
        if abs(down) < radius:
            for column in range(x - radius, x + radius):
                if hypot(column + 0.5 - x, down) < radius + 0.15:
                    grid.dot(column, row, "pip")


def _figure(grid: PixelGrid, text: str, size: DieSize, pose: DiePose) -> None:
    left, top, high = 2 * margin(size)[0], 2 * margin(size)[1], size.pixels
    shape = engraved(text, round(high * 1.3), round(high * 0.6))
    if shape:
        across, down = (2 * high - len(shape[0])) // 2, (high - len(shape) + 1) // 2
        grid.stamp(left + across, top + down - pose.above, shape, "pip")
    else:
        column = left // 2 + (high - len(text) + 1) // 2
        grid.write(column, top // 2 + high // 4 - pose.above // 2, text, "die-figure", "ivory")


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


FELT = Span(" ", "plain", "felt")

_PAPERS = ("paper-1", "paper-2", "paper-3", "spark")

MOST_DICE = 8
"""More dice become a line of figures."""

ROOMY = 12
"""On so many lines of felt, or more, the dice leave a line free above and below them."""


class ThrownDice(NamedTuple):
    """The dice on the felt. ``tumbled`` is how far they have rolled: 1.0 where they are read.

    While they are ``rolling`` they turn, even beyond 1.0. Confetti falls around them in a
    ``celebration`` (from 0.0 to 1.0).
    """

    faces: tuple[int | None, ...]
    sides: int
    rolling: bool = False
    tumbled: float = 1.0
    celebration: float | None = None


def felt_picture(
    dice: ThrownDice, columns: int, lines: int, glyphs: Glyphs, most_wide: int = 99
) -> Picture:
    """Draw so many columns and lines of felt with the dice on them.

    A die is at most ``most_wide`` columns wide, unless no smaller one can be drawn.
    """
    size = _size(len(dice.faces), columns, lines, glyphs, most_wide)
    if size is None:
        return _figures(dice, columns, lines)
    cells = [list(row) for row in _felt(columns, lines)]
    for at, place in enumerate(_places(len(dice.faces), size, columns, lines)):
        left, top, pose = _where(dice, at, place, columns)
        die = die_picture(dice.faces[at], dice.sides, size, pose, glyphs)
        _lay(cells, die, left - margin(size)[0], top - margin(size)[1])
    if dice.celebration is not None:
        _confetti(cells, dice.celebration, glyphs)
    return tuple(map(joined, cells))


@lru_cache(32)
def _felt(columns: int, lines: int) -> Cells:
    return ((FELT,) * columns,) * lines


def _lay(cells: list[list[Span]], die: Cells, left: int, top: int) -> None:
    for line, row in enumerate(die, top):
        if 0 <= line < len(cells):
            for column, cell in enumerate(row, left):
                if cell != FELT and 0 <= column < len(cells[line]):
                    cells[line][column] = cell


def _confetti(cells: list[list[Span]], share: float, glyphs: Glyphs) -> None:
    """Let paper fall on what is only felt, each piece at its own speed."""
    columns, lines = len(cells[0]), len(cells)
    chance = Random(columns)
    for piece in range(columns * lines // 6):
        column, begins, speed = chance.randrange(columns), chance.random(), chance.uniform(1, 2)
        line = int((share * 2 * speed - begins) * lines)
        if 0 <= line < lines and cells[line][column] == FELT:
            sign = ("▘▝▖▗" if glyphs.blocks else "*+.'")[(piece + int(share * 30)) % 4]
            cells[line][column] = Span(sign, _PAPERS[piece % len(_PAPERS)], "felt")


def _size(count: int, columns: int, lines: int, glyphs: Glyphs, most_wide: int) -> DieSize | None:
    """Return the largest size in which all dice fit beside each other; None if there is none."""
    if count > MOST_DICE:
        return None
    free = 2 if lines >= ROOMY else 0
    for size in die_sizes(glyphs):
        if size.columns > max(most_wide, 8):
            continue
        if size.lines + free <= lines and count * (size.columns + 2) <= columns:
            return size
    return None


def _places(count: int, size: DieSize, columns: int, lines: int) -> list[tuple[int, int]]:
    """Return the places at which dice come to rest: around the middle, not quite in a row."""
    if not count:
        return []
    gap = min(size.columns, (columns - count * size.columns) // (count + 1))
    left = (columns - count * size.columns - (count - 1) * gap) // 2
    spare = lines - size.lines
    away = max(0, min(spare // 3, spare // 2 - 1)) if count > 1 else 0
    return [
        (left + at * (size.columns + gap), spare // 2 + (away if at % 2 else -away))
        for at in range(count)
    ]


def _where(
    dice: ThrownDice, at: int, place: tuple[int, int], columns: int
) -> tuple[int, int, DiePose]:
    """Return the place of a die at this moment (column, line), and its pose."""
    left, top = place
    if not dice.rolling:
        return left, top, AT_REST
    rolled = min(1.0, dice.tumbled)
    to_go = (1 - rolled) ** 2
    above = round(4 * to_go * abs(sin(pi * (3 * rolled + at / 2))))
    turned = (
        round((dice.tumbled * 3 + at * 0.4) * QUARTER)
        if rolled == 1
        else round((to_go * 5 + at * 0.3 + 0.4) * QUARTER)
    )
    turned = turned % QUARTER or 1
    return left + round(to_go * (columns - left - 8 + at * 4)), top, DiePose(turned, above)


def _figures(dice: ThrownDice, columns: int, lines: int) -> Picture:
    shown = " ".join("?" if value is None else str(value) for value in dice.faces)
    middle = (lines - 1) // 2
    rows: list[Row] = []
    for line in range(lines):
        text = shown[:columns].center(columns) if line == middle else " " * columns
        rows.append((Span(text, "figures", "felt"),))
    return tuple(rows)
