"""The shapes of a sheet, QR codes among them, and a drawing of them as SVG. Pure.

Lengths are millimetres, from the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal
from xml.sax.saxutils import escape

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.printing import as_text

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


def scaled(drawing: Drawing, width: float, height: float) -> Drawing:
    """Return a drawing as large as it can be on another sheet, in its middle."""
    by = min(width / drawing.width, height / drawing.height)
    right, down = (width - drawing.width * by) / 2, (height - drawing.height * by) / 2
    shapes = (_larger(shape, by, right, down) for shape in drawing.shapes)
    return Drawing(drawing.title, width, height, tuple(shapes))


def _larger(shape: Shape, by: float, right: float, down: float) -> Shape:
    def moved(point: tuple[float, float]) -> tuple[float, float]:
        return point[0] * by + right, point[1] * by + down

    match shape:
        case Rectangle(left, top, width, height):
            left, top = moved((left, top))
            return replace(shape, left=left, top=top, width=width * by, height=height * by)
        case Disc(across, below, radius):
            across, below = moved((across, below))
            return replace(shape, across=across, down=below, radius=radius * by)
        case Label(across=across, down=below, size=size):
            across, below = moved((across, below))
            return replace(shape, across=across, down=below, size=size * by)
        case Line(start, end):
            return replace(shape, start=moved(start), end=moved(end))
        case Polygon(corners):
            return replace(shape, corners=tuple(map(moved, corners)))


FONTS = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'DejaVu Sans Condensed', sans-serif"
EDGE = 0.3


def svg(drawing: Drawing, language: str) -> str:
    """Return a complete SVG document, as large as the sheet when it is printed."""
    width, height = _number(drawing.width), _number(drawing.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" font-family="{FONTS}" xml:lang="{language}">',
            f"<title>{escape(as_text(drawing.title))}</title>",
            *map(_element, drawing.shapes),
            "</svg>\n",
        ]
    )


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle(left, top, width, height, fill, edge, rounded):
            place = f'x="{_number(left)}" y="{_number(top)}"'
            size = f'width="{_number(width)}" height="{_number(height)}"'
            stroke = f' stroke="{_colour(edge)}" stroke-width="{EDGE}"' if edge else ""
            corners = ' rx="0.8"' if rounded else ""
            return f'<rect {place} {size}{corners} fill="{_colour(fill)}"{stroke}/>'
        case Disc(across, down, radius, fill):
            place = f'cx="{_number(across)}" cy="{_number(down)}" r="{_number(radius)}"'
            return f'<circle {place} fill="{_colour(fill)}"/>'
        case Label():
            return _text(shape)
        case Line((x1, y1), (x2, y2), colour):
            ends = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
            return f'<line {ends} stroke="{_colour(colour)}" stroke-width="{EDGE}"/>'
        case Polygon(corners, fill):
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
            return f'<polygon points="{points}" fill="{_colour(fill)}"/>'


def _text(label: Label) -> str:
    weight = ' font-weight="bold"' if label.bold else ""
    anchor = f' text-anchor="{label.anchor}"' if label.anchor != "start" else ""
    place = f'x="{_number(label.across)}" y="{_number(label.down)}"'
    font = f'font-size="{_number(label.size)}"{weight}{anchor}'
    return (
        f'<text {place} {font} fill="{_colour(label.colour)}">{escape(as_text(label.text))}</text>'
    )


def _colour(colour: Colour | None) -> str:
    return "none" if colour is None else "#" + bytes(colour).hex()


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


QUIET_ZONE = 4
"""The modules around a code that must be clear."""

ERRORS = "m"
"""How much of a code on paper may be lost to a bad photo: a seventh."""


def qr_modules(text: str, error: str = "l") -> tuple[str, ...]:
    """Return a QR code of a text as rows, with ``#`` for each dark module, and no margin.

    ``error`` is how much of it may be lost: ``l``, ``m``, ``q`` or ``h``.
    """
    # It takes longer to import than most commands take.
    import segno

    qr = segno.make_qr(text, error=error, boost_error=False)
    return tuple("".join("#" if module else " " for module in row) for row in qr.matrix)


def qr_shapes(text: str, left: float, top: float, side: float) -> Iterator[Rectangle]:
    """Draw a code of ``side`` with its quiet zone; a seventh of it may be lost to a bad photo."""
    rows = qr_modules(text, ERRORS)
    module = side / (len(rows) + 2 * QUIET_ZONE)
    yield Rectangle(left, top, side, side, WHITE, None)
    for row, modules in enumerate(rows, start=QUIET_ZONE):
        column = QUIET_ZONE
        for dark, run in groupby(modules, lambda each: each == "#"):
            wide = len(list(run))
            if dark:
                across, down = left + column * module, top + row * module
                yield Rectangle(across, down, wide * module, module, BLACK, None)
            column += wide
