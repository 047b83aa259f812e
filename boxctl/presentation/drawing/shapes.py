"""The shapes of a sheet. Lengths are millimetres, from the top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass

Anchor = Literal["start", "middle", "end"]
Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

BLACK: Colour = (0, 0, 0)
GREY: Colour = (110, 110, 110)
WHITE: Colour = (255, 255, 255)


@frozen_dataclass
class Rectangle:
    """A rectangle, filled or only its edge. PDF draws a ``rounded`` one with sharp corners."""

    left: float
    top: float
    width: float
    height: float
    fill: Colour | None = None
    edge: Colour | None = BLACK
    rounded: bool = False


@frozen_dataclass
class Disc:
    """A filled circle."""

    across: float
    down: float
    radius: float
    fill: Colour = BLACK


@frozen_dataclass
class Label:
    """One line of text; ``down`` is its base line, ``size`` the height of its font."""

    text: str
    across: float
    down: float
    size: float
    bold: bool = False
    anchor: Anchor = "start"
    colour: Colour = BLACK


@frozen_dataclass
class Line:
    """A straight line from one point (across, down) to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    colour: Colour = BLACK


@frozen_dataclass
class Polygon:
    """A filled area with these corners (across, down), at least three."""

    corners: tuple[tuple[float, float], ...]
    fill: Colour = BLACK


Shape = Rectangle | Disc | Label | Line | Polygon


@frozen_dataclass
class Drawing:
    """A sheet of ``width`` by ``height`` and what is drawn on it, the lowest first."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def stacked(pages: Sequence[Drawing]) -> Drawing:
    """Return one drawing with these pages below each other; the first gives it its title."""
    shapes: list[Shape] = []
    down = 0.0
    for page in pages:
        shapes += (_lower(shape, down) for shape in page.shapes)
        down += page.height
    return Drawing(pages[0].title, max(page.width for page in pages), down, tuple(shapes))


def _lower(shape: Shape, by: float) -> Shape:
    match shape:
        case Rectangle(top=top):
            return replace(shape, top=top + by)
        case Disc(down=down) | Label(down=down):
            return replace(shape, down=down + by)
        case Line((across, down), (other_across, other_down)):
            return replace(shape, start=(across, down + by), end=(other_across, other_down + by))
        case Polygon(corners):
            return replace(shape, corners=tuple((across, down + by) for across, down in corners))
