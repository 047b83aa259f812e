"""The parts of a card that are drawn: the box, dice, and tables. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.shapes import BLACK, WHITE, Disc, Label, Rectangle, Shape
from boxctl.presentation.rule_page.rows import rows_of_tiles
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile

WOOD = (222, 184, 135)
DARK_WOOD = (120, 72, 30)
SHUT_WOOD = (196, 150, 98)

WIDEST_TILE = 12.0
TALLEST_TILE = 13.0
GAP = 1.0
FRAME = 2.5
"""The frame round the tiles; all lengths are in millimetres."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of each face, as columns and rows from the middle."""


def box(rules: RuleSet, left: float, top: float, width: float) -> tuple[list[Shape], float]:
    """Draw the box as it stands at the start. Return the shapes and the height of the box."""
    rows = rows_of_tiles(rules.tiles)
    in_a_row = len(rows[0])
    wide = min(WIDEST_TILE, (width - 2 * FRAME - GAP) / in_a_row - GAP)
    tall = TALLEST_TILE if len(rows) == 1 else TALLEST_TILE * 0.75
    whole = in_a_row * (wide + GAP) + GAP + 2 * FRAME
    height = len(rows) * (tall + 2 * GAP) + 2 * FRAME
    left += (width - whole) / 2
    shapes: list[Shape] = [
        Rectangle(left, top, whole, height, WOOD, DARK_WOOD, rounded=True),
        Rectangle(
            left + FRAME, top + FRAME, whole - 2 * FRAME, height - 2 * FRAME, (88, 120, 80), None
        ),
    ]
    for row, tiles in enumerate(rows):
        down = top + FRAME + GAP + row * (tall + 2 * GAP)
        for column, number in enumerate(tiles):
            across = left + FRAME + GAP + column * (wide + GAP)
            up = bool(rules.in_play & tile(number))
            shapes += _tile(number, across, down, wide, tall, up=up)
    return shapes, height


def _tile(
    number: int, left: float, top: float, wide: float, tall: float, *, up: bool
) -> Iterator[Shape]:
    """Draw a tile that stands, or one that lies and is not in play."""
    size = min(7.0, wide * 0.62)
    middle = left + wide / 2
    if up:
        yield Rectangle(left, top, wide, tall, WHITE, DARK_WOOD, rounded=True)
        yield Label(
            str(number), middle, top + tall / 2 + size * 0.36, size, bold=True, anchor="middle"
        )
    else:
        flat = tall * 0.32
        yield Rectangle(left, top + tall - flat, wide, flat, SHUT_WOOD, DARK_WOOD)
        yield Label(
            str(number),
            middle,
            top + tall - flat * 0.22,
            size * 0.5,
            anchor="middle",
            colour=DARK_WOOD,
        )


def dice(
    values: Sequence[int], sides: int, left: float, top: float, size: float
) -> Iterator[Shape]:
    """Draw dice beside each other: pips, or figures on a die with more than six sides."""
    for at, value in enumerate(values):
        across = left + at * (size + 1.5)
        yield Rectangle(across, top, size, size, WHITE, BLACK, rounded=True)
        middle, centre = across + size / 2, top + size / 2
        if sides == 6:
            for column, row in PIPS[value]:
                yield Disc(middle + column * size * 0.26, centre + row * size * 0.26, size * 0.09)
        else:
            font = size * 0.55
            yield Label(str(value), middle, centre + font * 0.36, font, bold=True, anchor="middle")


def dice_width(count: int, size: float) -> float:
    """Return how wide so many dice of this size are, beside each other."""
    return count * (size + 1.5) - 1.5
