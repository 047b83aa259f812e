"""The sheet of a card, and its foot: the code of the signed head, and the box for a protest. Pure.

All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from boxctl.presentation.drawing.pdf import text_width
from boxctl.presentation.drawing.shapes import (
    BLACK,
    ERRORS,
    GREY,
    QUIET_ZONE,
    WHITE,
    Drawing,
    Label,
    Line,
    Rectangle,
    Shape,
    qr_modules,
    qr_shapes,
    scaled,
)
from boxctl.presentation.score_card.fitted_text import LINE, fitted
from groundwork.language import tr

Paper = Literal["a5", "a4"]
SHEETS: dict[Paper, tuple[float, float]] = {"a5": (148.0, 210.0), "a4": (210.0, 297.0)}

WIDTH, HEIGHT = SHEETS["a5"]
MARGIN = 9.0
INSIDE = WIDTH - 2 * MARGIN

CODE, LARGEST_CODE = 52.0, 66.0
"""A side of the code with its quiet zone, and one where few play: a blurred photo shows 0.7 mm."""

MODULE, WIDEST_CODE = 0.68, 68.0
"""The least width of a module: a longer text has a larger code, as far as there is room."""


def on_paper(drawing: Drawing, paper: Paper) -> Drawing:
    """Return a drawing of A5 on this paper: A4 has the same, larger."""
    return drawing if paper == "a5" else scaled(drawing, *SHEETS[paper])


def side_of_code(head: str) -> float:
    """Return the least side of the code of a head, with its quiet zone."""
    wanted = MODULE * (_modules(head) + 2 * QUIET_ZONE)
    return max(CODE, min(wanted, WIDEST_CODE))


@lru_cache(maxsize=4)
def _modules(text: str) -> int:
    """Return how many modules a code is wide; each number of sheets that is tried asks for it."""
    return len(qr_modules(text, ERRORS))


def foot(head: str, how_to_check: str, above: float, least: float) -> Iterator[Shape]:
    """Yield the code of the head, ``how_to_check`` it, and the box for a protest.

    They stand at the end of the sheet, below what is ``above``; the code is larger than its
    ``least`` side where there is room.
    """
    side = max(least, min(LARGEST_CODE, HEIGHT - MARGIN - above - 6))
    top = HEIGHT - MARGIN - side
    yield from qr_shapes(head, MARGIN - 2, top, side)
    left = MARGIN + side + 2
    width = WIDTH - MARGIN - left
    down = top + 6
    yield Rectangle(left, down - 4.2, 5, 5, WHITE, BLACK)
    yield Label(tr("under protest"), left + 7.5, down, 4.4, bold=True)
    for text in (tr("by whom"), tr("why")):
        down += 9.5
        yield Label(text, left, down, 2.8, colour=GREY)
        begin = left + text_width(text, 2.8) + 2
        yield Line((begin, down + 0.4), (left + width, down + 0.4))
    down += 6
    in_lines = fitted(how_to_check, 2.9, width, 10, top + side - 2 - down)
    for line in in_lines.texts:
        down += in_lines.size * LINE
        yield Label(line, left, down, in_lines.size, colour=GREY)
