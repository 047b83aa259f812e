"""Drawings as a picture (PNG), for whoever sends one. Pure.

PDFium draws what :mod:`boxctl.presentation.drawing.pdf` writes, with the fonts that it brings: a
picture is the printed sheet, on a box without a font, too. It is an extra, since only these
pictures need it; a browser draws the SVG itself.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from importlib.util import find_spec

from boxctl.presentation.drawing.pdf import POINTS, pdf
from boxctl.presentation.drawing.shapes import Drawing

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
        return _file(drawn.width, rows)
    finally:
        document.close()


def _file(width: int, rows: Sequence[bytes]) -> bytes:
    """Return the file of these rows; each pixel has three bytes."""
    header = struct.pack(">IIBBBBB", width, len(rows), _EIGHT_BITS, _RED_GREEN_BLUE, 0, 0, 0)
    unfiltered = b"".join(b"\0" + row for row in rows)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(unfiltered, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
