"""The page with the pins of a USB board and their wires. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.drawing.shapes import GREY, Label, Rectangle, Shape
from boxctl.presentation.wiring_sheet.board_wires import BoardWiring
from boxctl.presentation.wiring_sheet.header_page import SUPPLIES, WiredPin, pin_and_label
from boxctl.presentation.wiring_sheet.paper import (
    HEIGHT,
    MARGIN,
    SMALL,
    TEXT,
    TITLE,
    TOP,
    WIDTH,
    key_of_kinds,
)
from groundwork.language import tr

NANO_LEFT = (
    "D13", "3V3", "AREF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN",
)  # fmt: skip
NANO_RIGHT = (
    "D12", "D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2", "GND", "RST", "D0", "D1",
)  # fmt: skip
"""The pins of an Arduino Nano, seen from above with its plug at the top."""

ROW = 13.5
MIDDLE = WIDTH / 2
APART = 9.0
"""From the middle to the centre of a pin."""


def board_page(wiring: BoardWiring) -> Iterator[Shape]:
    """Draw the Nano; an Uno has the same pins by the same names."""
    name = tr("Arduino Nano with the pin table {table}", table=wiring.table.name)
    yield Label(name, MARGIN, TOP, TITLE, bold=True)
    same = tr("Seen from above. An Uno has the same pins by the same names, at other places.")
    yield Label(same, MARGIN, TOP + 5, SMALL)
    top = TOP + 22
    board = (205, 220, 240)
    rows = len(NANO_LEFT)
    yield Rectangle(
        MIDDLE - APART - 4, top - 10, 2 * APART + 8, ROW * rows + 6, board, rounded=True
    )
    yield Rectangle(MIDDLE - 4, top - 13, 8, 8, GREY, None)
    yield Label("USB", MIDDLE, top - 2, TEXT, anchor="middle")
    for side, names in ((-1, NANO_LEFT), (1, NANO_RIGHT)):
        for row, pin in enumerate(names):
            wired = [wire for wire in wiring.wires if wire.pin == pin]
            place = WiredPin(pin, "", SUPPLIES.get(pin), tuple(wired))
            yield from pin_and_label(place, MIDDLE, APART, side, top + row * ROW)
    yield from key_of_kinds(wiring.wires)
    yield Label(
        tr("Keep D0 and D1 free: they are the serial line."), MARGIN, HEIGHT - MARGIN - 7, SMALL
    )
