"""Whether every text of a drawing has room: on the paper, and beside the others."""

from __future__ import annotations

from itertools import combinations

from boxctl.presentation.drawing.pdf import text_width
from boxctl.presentation.drawing.shapes import Drawing, Label

MARGIN = 5
"""The paper of every drawing keeps so many millimetres at its edges free of text."""

Area = tuple[float, float, float, float]
"""Left, top, right and bottom in millimetres."""


def labels_of(drawing: Drawing) -> list[Label]:
    return [shape for shape in drawing.shapes if isinstance(shape, Label)]


def area_of(label: Label) -> Area:
    """The area of a line of text, a little inside of its letters."""
    wide = text_width(label.text, label.size, bold=label.bold)
    left = label.across - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    return left, label.down - label.size * 0.7, left + wide, label.down + label.size * 0.15


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def assert_labels_have_room(drawing: Drawing, width: float, height: float) -> None:
    """Every text is on the paper of this size, and none covers another."""
    areas = [(area_of(label), label) for label in labels_of(drawing)]
    for (left, top, right, bottom), label in areas:
        on_paper = left >= MARGIN and top >= MARGIN
        assert on_paper and right <= width - MARGIN and bottom <= height - MARGIN, label
    for (one, label), (other, beside) in combinations(areas, 2):
        assert not overlap(one, other), (label, beside)
