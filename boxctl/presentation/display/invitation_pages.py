"""The table's code for phones on a display, and a QR code where it can draw. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.display.display_words import DisplayWords
from boxctl.presentation.display.text_items import FittedText
from boxctl.presentation.display.words import filled
from boxctl.presentation.table_view import Invitation
from hardware.devices import Face, TextLine

SMALLEST_MODULE = 2
"""Dots of a side of a module of a QR code: phones do not read smaller ones on a small display."""

NARROWEST_MARGIN = 1
"""Light modules round the code at least."""

LARGE_DIGITS = 3


def invitation_pages(
    invitation: Invitation, face: Face, words: DisplayWords
) -> Iterator[tuple[TextLine, ...]]:
    """Yield the pages that invite phones to take part."""
    code = invitation.code
    halves = code[: len(code) // 2], code[len(code) // 2 :]
    drawn = qr_dots(invitation.modules, face)
    if drawn and _fits_beside(halves, face, drawn):
        yield TextLine(halves[0], LARGE_DIGITS, drawn), TextLine(halves[1], LARGE_DIGITS)
        return
    if drawn:
        yield (TextLine("", 1, drawn),)
    if face.rows > 1:
        title = FittedText(words.multi_line.code).lines(face)
        yield *title, *FittedText((code,), face.largest).lines(face)
    elif face.columns < len(code):
        yield tuple(FittedText(words.single_line.code).lines(face))
        yield from ((TextLine(half),) for half in halves)
    else:
        labelled = (*filled(words.single_line.code_is, code=code), code)
        yield tuple(FittedText(labelled).lines(face))


def qr_dots(modules: tuple[str, ...], face: Face) -> tuple[str, ...]:
    """Return a QR code as dots of a display, dark on lit ground; empty if it cannot be drawn."""
    width, height = face.dots
    side = height // (len(modules) + 2 * NARROWEST_MARGIN)
    if not modules or side < SMALLEST_MODULE or width < height:
        return ()
    margin = (height - side * len(modules)) // 2
    blank = "#" * height
    rows = []
    for row in modules:
        drawn = "".join(side * (" " if module == "#" else "#") for module in row)
        rows += side * [f"{'#' * margin}{drawn}".ljust(height, "#")]
    return (*[blank] * margin, *rows, *[blank] * (height - margin - len(rows)))


def _fits_beside(halves: tuple[str, str], face: Face, drawn: tuple[str, ...]) -> bool:
    width, _ = face.dots
    # Letters are as wide as the display has dots for each of its columns.
    columns = (width - len(drawn[0])) * (face.columns + 1) // (width + 1)
    longest = max(map(len, halves)) * LARGE_DIGITS
    return longest <= columns and face.rows >= 2 * LARGE_DIGITS
