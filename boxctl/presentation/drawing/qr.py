"""QR codes, as rows of modules and as shapes of a sheet. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from boxctl.presentation.drawing.shapes import BLACK, WHITE, Rectangle

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
