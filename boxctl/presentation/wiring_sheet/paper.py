"""The paper of a wiring sheet: size of the pages and of text, colours of wires. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.pdf import broken, text_width
from boxctl.presentation.drawing.shapes import BLACK, Anchor, Colour, Disc, Label, Shape
from boxctl.presentation.wiring_sheet.board_wires import BoardWire
from boxctl.presentation.wiring_sheet.wires import Wire, WireKind
from groundwork.language import message, tr

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0
"""A4."""

TITLE, TEXT, SMALL, SMALLEST = 4.5, 3.2, 2.6, 1.6
"""Sizes of text."""

TOP = 34.0
"""The top of the drawing of a page, below its title."""

RADIUS = 2.6
"""Of a pin."""

KINDS: dict[WireKind, tuple[Colour, str]] = {
    WireKind.LEVER: ((30, 90, 170), message("sensor")),
    WireKind.LAMP: ((200, 130, 0), message("lamp")),
    WireKind.BUTTON: ((120, 60, 150), message("button")),
    WireKind.DICE: ((0, 120, 110), message("die")),
    WireKind.BUZZER: ((150, 80, 40), message("buzzer")),
    WireKind.I2C: ((60, 130, 40), "I2C"),
    WireKind.SPI: ((190, 50, 110), "SPI"),
    WireKind.REGISTER: ((90, 90, 30), message("shift register")),
}
"""The colour of each kind of wire, and its name."""


def fitted(
    text: str,
    across: float,
    down: float,
    room: float,
    anchor: Anchor = "start",
    *,
    bold: bool = False,
    colour: Colour = BLACK,
) -> Iterator[Shape]:
    """Write one line, as small as it has to be for ``room``, but not below :data:`SMALLEST`."""
    size = TEXT if bold else SMALL
    wide = text_width(text, size, bold=bold)
    size = max(SMALLEST, min(size, size * room / wide)) if wide else size
    yield Label(text, across, down, size, bold=bold, anchor=anchor, colour=colour)


def fitted_lines(
    text: str, room: float, lines: int, *, bold: bool = False
) -> tuple[list[str], float]:
    """Break a text into at most so many lines of this width, and return them with their size.

    The text is as large as it can be, but not smaller than :data:`SMALLEST`.
    """
    size = TEXT if bold else SMALL
    while True:
        found = broken(text, size, room)
        wide = max(text_width(line, size, bold=bold) for line in found)
        if (len(found) <= lines and wide <= room) or size <= SMALLEST:
            return found, size
        size = max(SMALLEST, size - 0.1)


def key_of_kinds(found: Sequence[Wire | BoardWire]) -> Iterator[Shape]:
    """Say what the colour and the letter of each of these wires mean."""
    across, down = MARGIN, HEIGHT - MARGIN
    used = {wire.kind for wire in found}
    for kind, (colour, word) in KINDS.items():
        if kind not in used:
            continue
        text = f"{kind}: {tr(word)}"
        yield Disc(across + 1.5, down - 1, 1.5, colour)
        yield Label(text, across + 4.5, down, SMALL)
        across += 9 + text_width(text, SMALL)
