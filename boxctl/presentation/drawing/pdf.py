"""Drawings as PDF, a page each, and as pictures of it (PNG); how wide their text is. Pure.

The fonts are Helvetica and Symbol, which every reader has built in; Arial is as wide. PDFium draws
the picture with fonts that it brings: it is the printed sheet, on a box without a font, too. It is
an extra, since only these pictures need it; a browser draws the SVG itself.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from importlib.util import find_spec

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
from groundwork.printing import as_text

_REGULAR = {
    191: "'",
    222: "ijl‚‘’",
    260: "|¦",
    278: " \u00a0!,./:;I[\\]ft·ÌÍÎÏìíîï",
    333: "()-`r„ˆ‹“”˜›¡¨¯²³´¸¹{}",
    355: '"•',
    389: "*º°ª",
    500: "Jcksvxyzšžçýÿ^",
    584: "+<=>~¬±×÷¶",
    611: "FTZŽ¿ßø",
    667: "&ABEKPSVXYŠŸÀÁÂÃÄÅÈÉÊËÝÞ",
    722: "CDHNRUwÇÐÑÙÚÛÜ",
    768: "Ω",
    778: "GOQÒÓÔÕÖØ©®",
    833: "Mm¼½¾",
    889: "%æ",
    944: "Wœ",
    1015: "…‰Œ—™Æ@",
}
_BOLD = {
    238: "'",
    278: " \u00a0,./I\\ijl‚‘’·ÌÍÎÏìíîï|¦",
    333: "!()-:;[]`ftˆ‹˜›¡¨¯²³´¸¹",
    389: "*r{}•ºª°",
    474: '"',
    500: "z„“”ž",
    584: "+<=>^~¬±×÷",
    611: "?FLTZbdghnopquŽµ¿ßðñòóôõöøùúûüþ",
    667: "EPSVXYŠŸÈÉÊËÝÞ",
    722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    768: "Ω",
    778: "GOQwÒÓÔÕÖØ©®",
    833: "M¼½¾",
    889: "%mæ",
    944: "Wœ",
    1000: "…‰Œ—™Æ@",
}
"""Characters by their width in thousandths of the size of the font; Ω is that of Symbol."""

_OTHER = 556
"""The width of figures and most small letters."""

_REGULAR_WIDTHS = {letter: width for width, letters in _REGULAR.items() for letter in letters}
_BOLD_WIDTHS = {letter: width for width, letters in _BOLD.items() for letter in letters}


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text, in the unit of ``size``."""
    widths = _BOLD_WIDTHS if bold else _REGULAR_WIDTHS
    return sum(widths.get(letter, _OTHER) for letter in text) * size / 1000


def broken(text: str, size: float, width: float) -> list[str]:
    """Break a text between words into lines of at most this width; a longer word stays whole."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


POINTS = 72 / 25.4
"""Points in a millimetre."""

OHM = "Ω"
OHM_IN_SYMBOL = "W"
"""Ω in the font Symbol; Helvetica does not have it."""

MINUS, DASH = "−", "–"
"""Windows-1252 has no minus; its dash looks like one."""

ROUND = 0.5523
"""How far the handles of a curve lie from the ends of a quarter of a circle, in radii."""


def pdf(pages: Sequence[Drawing], language: str) -> bytes:
    """Return a complete PDF file with these pages, at least one; the first gives it its title.

    Characters that neither Windows-1252 has nor are Ω are shown as ?.
    """
    first = 7
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Lang ({language}) >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        _font("Helvetica"),
        _font("Helvetica-Bold"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
        f"<< /Title {_string(pages[0].title)} >>".encode("cp1252", "replace"),
    ]
    for page in pages:
        objects += _page(page, len(objects) + 2)
    return _file(objects)


def _page(drawing: Drawing, content_number: int) -> list[bytes]:
    """Return the page and its content, which is the object of this number."""
    operators = " ".join(_operators(shape, drawing.height) for shape in drawing.shapes)
    content = f"{POINTS:.5f} 0 0 {POINTS:.5f} 0 0 cm 0.3 w {operators}".encode("cp1252", "replace")
    width, height = drawing.width * POINTS, drawing.height * POINTS
    return [
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
        f"/Contents {content_number} 0 R "
        f"/Resources << /Font << /R 3 0 R /B 4 0 R /S 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]


def _font(name: str) -> bytes:
    return (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
    )


def _file(objects: list[bytes]) -> bytes:
    """Number the objects, the catalog first and the title sixth, and add the table of them."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    roots = b"/Size %d /Root 1 0 R /Info 6 0 R" % (len(objects) + 1)
    file += b"trailer\n<< %s >>\nstartxref\n%d\n%%%%EOF\n" % (roots, table)
    return bytes(file)


def _operators(shape: Shape, height: float) -> str:
    """Draw a shape. In PDF the origin is the bottom left corner."""
    match shape:
        case Rectangle(left, top, width, tall, fill, edge, _rounded):
            path = f"{left:.2f} {height - top - tall:.2f} {width:.2f} {tall:.2f} re"
            inside = f"{_colour(fill)} rg " if fill is not None else ""
            around = f"{_colour(edge)} RG " if edge is not None else ""
            return f"{inside}{around}{path} {_painted(fill, edge)}"
        case Disc(across, down, radius, fill):
            return f"{_colour(fill)} rg {_circle(across, height - down, radius)} f"
        case Label():
            return _text(shape, height)
        case Line((x1, y1), (x2, y2), colour):
            ends = f"{x1:.2f} {height - y1:.2f} m {x2:.2f} {height - y2:.2f} l"
            return f"{_colour(colour)} RG {ends} S"
        case Polygon(corners, fill):
            around = " l ".join(f"{x:.2f} {height - y:.2f}" for x, y in corners)
            return f"{_colour(fill)} rg {around.replace(' l ', ' m ', 1)} l f"


def _painted(fill: Colour | None, edge: Colour | None) -> str:
    if fill is None:
        return "n" if edge is None else "S"
    return "f" if edge is None else "B"


def _circle(x: float, y: float, r: float) -> str:
    far = r * ROUND
    quarters = (
        (x + r, y + far, x + far, y + r, x, y + r),
        (x - far, y + r, x - r, y + far, x - r, y),
        (x - r, y - far, x - far, y - r, x, y - r),
        (x + far, y - r, x + r, y - far, x + r, y),
    )
    curves = (" ".join(f"{value:.3f}" for value in quarter) + " c" for quarter in quarters)
    return f"{x + r:.3f} {y:.3f} m {' '.join(curves)}"


def _text(label: Label, height: float) -> str:
    wide = text_width(label.text, label.size, bold=label.bold)
    left = label.across - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    font = f"/{'B' if label.bold else 'R'} {label.size:.2f} Tf"
    place = f"{left:.2f} {height - label.down:.2f} Td"
    ohm = f"/S {label.size:.2f} Tf {_string(OHM_IN_SYMBOL)} Tj"
    runs = [f"{font} {_string(run)} Tj" for run in label.text.split(OHM)]
    return f"BT {_colour(label.colour)} rg {place} {f' {ohm} '.join(runs)} ET"


def _string(text: str) -> str:
    text = as_text(text).replace(MINUS, DASH)
    for special in ("\\", "(", ")"):
        text = text.replace(special, f"\\{special}")
    return f"({text})"


def _colour(colour: Colour) -> str:
    return " ".join(f"{part / 255:.3f}" for part in colour)


DOTS = 10
"""Dots in a millimetre: 254 in an inch, with which a sheet of A5 is 1480 dots wide."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _RED_GREEN_BLUE = 8, 2


def can_draw_png() -> bool:
    """Return whether the package that draws pictures is installed."""
    return find_spec("pypdfium2") is not None


def png(drawing: Drawing, language: str) -> bytes:
    """Return a picture of a drawing. Only if :func:`can_draw_png`."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf([drawing], language))
    try:
        drawn = document[0].render(scale=DOTS / POINTS, rev_byteorder=True)
        dots, used = bytes(drawn.buffer), drawn.width * drawn.n_channels
        rows = [dots[at * drawn.stride : at * drawn.stride + used] for at in range(drawn.height)]
        return _png_file(drawn.width, rows)
    finally:
        document.close()


def _png_file(width: int, rows: Sequence[bytes]) -> bytes:
    """Return the file of these rows; each pixel has three bytes."""
    header = struct.pack(">IIBBBBB", width, len(rows), _EIGHT_BITS, _RED_GREEN_BLUE, 0, 0, 0)
    unfiltered = b"".join(b"\0" + row for row in rows)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(unfiltered, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
