"""The felt on which the dice roll, and come to rest where they are read."""

from __future__ import annotations

from functools import lru_cache
from math import pi, sin
from random import Random
from typing import NamedTuple

from boxctl.screens.pictures.box.dice_picture import (
    AT_REST,
    QUARTER,
    DiePose,
    DieSize,
    die_picture,
    die_sizes,
    margin,
)
from boxctl.screens.pictures.box.pixel_grid import Cells, joined
from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span

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
