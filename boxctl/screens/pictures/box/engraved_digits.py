"""Numbers engraved in wood: shapes of pixels, in any size from five pixels a digit upwards."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

Shape = tuple[str, ...]
"""Rows of pixels: ``#`` is cut. A pixel is twice as high as it is wide."""

Point = tuple[float, float]

_SMALL = {
    "0": (" ### ", "## ##", "## ##", "## ##", " ### "),
    "1": (" ##  ", "###  ", " ##  ", " ##  ", "#### "),
    "2": ("#### ", "   ##", " ### ", "##   ", "#####"),
    "3": ("#### ", "   ##", " ### ", "   ##", "#### "),
    "4": ("## ##", "## ##", "#####", "   ##", "   ##"),
    "5": ("#####", "##   ", "#### ", "   ##", "#### "),
    "6": (" ### ", "##   ", "#### ", "## ##", " ### "),
    "7": ("#####", "   ##", "  ## ", " ##  ", " ##  "),
    "8": (" ### ", "## ##", " ### ", "## ##", " ### "),
    "9": (" ### ", "## ##", " ####", "   ##", " ### "),
    "?": ("#### ", "   ##", " ### ", "     ", " ##  "),
}
_MEDIUM = {
    "0": (" ###### ", *("##    ##",) * 5, " ###### "),
    "1": ("   ##   ", " ####   ", *("   ##   ",) * 4, " ###### "),
    "2": (" ###### ", "##    ##", "      ##", "    ### ", "  ###   ", "##      ", "########"),
    "3": (" ###### ", "##    ##", "      ##", "  ##### ", "      ##", "##    ##", " ###### "),
    "4": ("    ### ", "   #### ", "  ## ## ", " ##  ## ", "########", "     ## ", "     ## "),
    "5": ("########", "##      ", "####### ", "      ##", "      ##", "##    ##", " ###### "),
    "6": ("  ##### ", " ##     ", "##      ", "####### ", "##    ##", "##    ##", " ###### "),
    "7": ("########", "      ##", "     ## ", "    ##  ", "   ##   ", "   ##   ", "   ##   "),
    "8": (" ###### ", "##    ##", "##    ##", " ###### ", "##    ##", "##    ##", " ###### "),
    "9": (" ###### ", "##    ##", "##    ##", " #######", "      ##", "     ## ", " #####  "),
    "?": (" ###### ", "##    ##", "      ##", "    ### ", "   ##   ", "        ", "   ##   "),
}
_SLIM = {**_SMALL, "1": ("##",) * 5}
_BY_HAND = ((_MEDIUM, 2), (_SMALL, 2), (_SLIM, 1))
"""Digits for little room, drawn by hand, the larger first: a chisel would close their holes.

Each with the pixels between two of them. The last is for 10 to 19 on a tile of six columns.
"""

_LEAST_CUT = 9
"""A digit of fewer rows is not cut with a chisel."""


def _ring(x: float, y: float, across: float, down: float) -> tuple[Point, ...]:
    """Return the corners of an ellipse around x, y."""
    turns = [turn * pi / 8 for turn in range(17)]
    return tuple((x + across * sin(turn), y - down * cos(turn)) for turn in turns)


_SIX = (
    (3.6, 0.7), (2.5, 0.0), (1.3, 0.4), (0.3, 1.9), (0.0, 4.0), (0.5, 5.4), (1.6, 6.0),
    (2.6, 6.0), (3.6, 5.4), (4.0, 4.2), (3.5, 2.9), (2.5, 2.4), (1.3, 2.6), (0.2, 3.7),
)  # fmt: skip
_STROKES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "0": (_ring(2, 3, 2, 3),),
    "1": (((0.6, 1.4), (2.2, 0.0), (2.2, 6.0)), ((0.7, 6.0), (3.7, 6.0))),
    "2": (
        ((0.0, 1.6), (0.4, 0.5), (1.4, 0.0), (2.7, 0.0), (3.7, 0.6), (4.0, 1.7), (3.5, 2.8),
         (0.0, 6.0), (4.0, 6.0)),
    ),
    "3": (
        ((0.1, 1.2), (0.8, 0.2), (2.0, 0.0), (3.2, 0.3), (3.8, 1.3), (3.4, 2.3), (2.4, 2.8),
         (1.5, 2.8)),
        ((2.4, 2.8), (3.6, 3.4), (4.0, 4.5), (3.4, 5.6), (2.0, 6.0), (0.7, 5.7), (0.0, 4.8)),
    ),
    "4": (((3.0, 6.0), (3.0, 0.0), (0.0, 4.2), (4.0, 4.2)),),
    "5": (
        ((3.7, 0.0), (0.6, 0.0), (0.3, 2.7), (1.4, 2.2), (2.6, 2.2), (3.7, 3.0), (4.0, 4.1),
         (3.6, 5.4), (2.4, 6.0), (1.1, 6.0), (0.0, 5.2)),
    ),
    "6": (_SIX,),
    "7": (((0.0, 0.0), (4.0, 0.0), (1.5, 6.0)),),
    "8": (_ring(2, 1.45, 1.65, 1.45), _ring(2, 4.4, 2, 1.6)),
    "9": (tuple((4 - x, 6 - y) for x, y in _SIX),),
    "?": (
        ((0.2, 1.5), (0.7, 0.4), (2.0, 0.0), (3.4, 0.4), (3.9, 1.5), (3.3, 2.5), (2.0, 3.2),
         (2.0, 4.0)),
        ((2.0, 5.8), (2.0, 6.0)),
    ),
}  # fmt: skip
"""Each digit as strokes of a chisel, four wide and six high; y goes down."""


@lru_cache(1024)
def engraved(number: str, most_wide: int, most_high: int) -> Shape:
    """Return a number as large as fits into so many pixels; empty if it does not fit."""
    count = len(number)
    for high in range(most_high, _LEAST_CUT - 1, -1):
        gap = max(2, high // 4)
        for wide in (round(high * 1.15), round(high * 0.95)):
            if count * wide + (count - 1) * gap <= most_wide:
                return _beside([_cut(digit, wide, high) for digit in number], gap)
    for digits, gap in _BY_HAND:
        shape = _beside([digits[digit] for digit in number], gap)
        if len(shape) <= most_high and len(shape[0]) <= most_wide:
            return shape
    return ()


@lru_cache(64)
def height_of_all(most: int, most_wide: int, most_high: int) -> int:
    """The rows of pixels of the numbers 1 to ``most`` in one size; 0 if one of them does not fit.

    The highest number need not be the widest: a narrow 1 leaves 11 less wide than 10.
    """
    return min(len(engraved(str(number), most_wide, most_high)) for number in range(1, most + 1))


def _beside(digits: list[Shape], gap: int) -> Shape:
    return tuple((" " * gap).join(rows) for rows in zip(*digits, strict=True))


def _cut(digit: str, wide: int, high: int) -> Shape:
    """Cut a digit with a chisel whose width goes with the size."""
    stroke = max(1.25, wide / 9)
    across, down = (wide - 2 * stroke) / 4, (2 * high - 2 * stroke) / 6
    strokes = [
        [(stroke + x * across, stroke + y * down) for x, y in line] for line in _STROKES[digit]
    ]
    return tuple(
        "".join(
            "#" if _distance(column + 0.5, 2 * row + 1.0, strokes) <= stroke else " "
            for column in range(wide)
        )
        for row in range(high)
    )


def _distance(x: float, y: float, strokes: list[list[Point]]) -> float:
    return min(_from_segment(x, y, begin, end) for line in strokes for begin, end in pairwise(line))


def _from_segment(x: float, y: float, begin: Point, end: Point) -> float:
    across, down = end[0] - begin[0], end[1] - begin[1]
    length = across * across + down * down
    along = ((x - begin[0]) * across + (y - begin[1]) * down) / length if length else 0.0
    along = max(0.0, min(1.0, along))
    return hypot(x - begin[0] - along * across, y - begin[1] - along * down)
