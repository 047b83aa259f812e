"""The page with the header of a Raspberry Pi, and what goes to each of its pins. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Anchor,
    Colour,
    Disc,
    Label,
    Rectangle,
    Shape,
)
from boxctl.presentation.wiring_sheet.paper import (
    KINDS,
    MARGIN,
    RADIUS,
    SMALL,
    TOP,
    WIDTH,
    fitted,
    key_of_kinds,
)
from boxctl.presentation.wiring_sheet.wires import Wire, through_in_words
from hardware.config.pi_header import HEADER

ROW = 11.5
"""From one row of the header to the next."""

MIDDLE = WIDTH / 2
APART = 4.2
"""From the middle to the centre of a pin."""

SUPPLIES: dict[str, Colour] = {"3V3": (235, 120, 40), "5V": (200, 30, 30), "GND": BLACK}


def header_page(found: Sequence[Wire]) -> Iterator[Shape]:
    left = MIDDLE - 2 * APART
    board = (225, 240, 228)
    yield Rectangle(left, TOP - ROW / 2 - 2, 4 * APART, 20 * ROW + 4, board, rounded=True)
    for place, pin in enumerate(HEADER):
        row, column = divmod(place, 2)
        down, side = TOP + row * ROW, -1 if column == 0 else 1
        wired = [wire for wire in found if wire.chip is None and wire.line == pin]
        yield from _pin(place + 1, pin, wired, MIDDLE + side * APART, down)
        yield from _pin_label(pin, wired, side, down)
    yield from key_of_kinds(found)


def _pin(
    place: int, pin: str | int, wired: Sequence[Wire], across: float, down: float
) -> Iterator[Shape]:
    """Draw a pin with its place on the header; one in use is filled."""
    if isinstance(pin, str):
        colour = SUPPLIES[pin]
    else:
        colour = KINDS[wired[0].kind][0] if wired else GREY
    yield Disc(across, down, RADIUS, colour)
    if not wired and isinstance(pin, int):
        yield Disc(across, down, RADIUS - 0.4, WHITE)
    text = BLACK if not wired and isinstance(pin, int) else WHITE
    yield Label(str(place), across, down + 0.9, SMALL, bold=True, anchor="middle", colour=text)


def _pin_label(pin: str | int, wired: Sequence[Wire], side: int, down: float) -> Iterator[Shape]:
    anchor: Anchor = "end" if side < 0 else "start"
    near = MIDDLE + side * (2 * APART + 1.5)
    name = pin if isinstance(pin, str) else f"GPIO{pin}"
    colour = BLACK if wired else GREY
    yield Label(name, near, down + 1, SMALL, bold=bool(wired), anchor=anchor, colour=colour)
    if not wired:
        return
    from_here = near + side * 14
    room = MIDDLE - MARGIN - 2 * APART - 16
    first = wired[0]
    yield from fitted(_parts_of(wired), from_here, down - 0.6, room, anchor, bold=True)
    how = " - ".join(part for part in (through_in_words(first), first.to) if part)
    yield from fitted(f"{first.kind}: {how}", from_here, down + 3.2, room, anchor)


def _parts_of(wired: Sequence[Wire]) -> str:
    return ", ".join(wire.part for wire in wired)
