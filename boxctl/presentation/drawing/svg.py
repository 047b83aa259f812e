"""A drawing as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from boxctl.presentation.drawing.shapes import (
    Colour,
    Disc,
    Drawing,
    Label,
    Line,
    Polygon,
    Rectangle,
    Shape,
)
from groundwork.shown_text import as_text

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
