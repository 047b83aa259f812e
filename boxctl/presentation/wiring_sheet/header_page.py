"""The page with the header of a Raspberry Pi and the wires of its pins. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
from boxctl.presentation.wiring_sheet.board_wires import BoardWire
from boxctl.presentation.wiring_sheet.paper import (
    KINDS,
    MARGIN,
    RADIUS,
    SMALL,
    TOP,
    WIDTH,
    fitted,
    fitted_lines,
    key_of_kinds,
)
from boxctl.presentation.wiring_sheet.wires import Wire, through_in_words
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.pins import HEADER

ROW = 11.5
"""From one row of the header to the next."""

MIDDLE = WIDTH / 2
APART = 4.2
"""From the middle to the centre of a pin."""

SUPPLIES: dict[str, Colour] = {"3V3": (235, 120, 40), "5V": (200, 30, 30), "GND": BLACK}


@frozen_dataclass
class WiredPin:
    """A pin: its name and number, its colour if it is a supply, and its wires.

    ``kept_for`` says what the board itself keeps a pin for that has none.
    """

    name: str
    number: str
    supply: Colour | None
    wires: tuple[Wire | BoardWire, ...]
    kept_for: str = ""


def header_page(found: Sequence[Wire], kept: Mapping[int, str]) -> Iterator[Shape]:
    """Draw the header, seen from above with its first pin at the top left."""
    left = MIDDLE - 2 * APART
    board = (225, 240, 228)
    yield Rectangle(left, TOP - ROW / 2 - 2, 4 * APART, 20 * ROW + 4, board, rounded=True)
    for place, pin in enumerate(HEADER):
        row, column = divmod(place, 2)
        wired = tuple(wire for wire in found if wire.chip is None and wire.line == pin)
        name = pin if isinstance(pin, str) else f"GPIO{pin}"
        kept_for = kept.get(pin, "") if isinstance(pin, int) else ""
        pin_there = WiredPin(name, str(place + 1), SUPPLIES.get(name), wired, kept_for)
        side = -1 if column == 0 else 1
        yield from pin_and_label(pin_there, MIDDLE, APART, side, TOP + row * ROW)
    yield from key_of_kinds([wire for wire in found if wire.chip is None])


def pin_and_label(
    pin: WiredPin, middle: float, apart: float, side: int, down: float
) -> Iterator[Shape]:
    """Draw a pin left (``side`` -1) or right (1) of the middle, with its wires beside it."""
    yield from _pin(pin, middle + side * apart, down)
    anchor: Anchor = "end" if side < 0 else "start"
    near = middle + side * (apart + RADIUS + 3.1)
    colour = BLACK if pin.wires else GREY
    yield Label(pin.name, near, down + 1, SMALL, bold=bool(pin.wires), anchor=anchor, colour=colour)
    from_here = near + side * 14
    room = abs((MARGIN if side < 0 else WIDTH - MARGIN) - from_here)
    if not pin.wires:
        if pin.kept_for:
            kept = tr("keep free: {use}", use=pin.kept_for)
            yield from fitted(kept, from_here, down + 1, room, anchor, colour=GREY)
        return
    first = pin.wires[0]
    parts, size = fitted_lines(", ".join(wire.part for wire in pin.wires), room, 2, bold=True)
    for number, line in enumerate(reversed(parts)):
        yield Label(line, from_here, down - 0.6 - 3.6 * number, size, bold=True, anchor=anchor)
    how = " - ".join(part for part in (through_in_words(first.through), first.to) if part)
    lines, size = fitted_lines(f"{first.kind}: {how}", room, 2)
    for number, line in enumerate(lines):
        yield Label(line, from_here, down + 3.2 + 3 * number, size, anchor=anchor)


def _pin(pin: WiredPin, across: float, down: float) -> Iterator[Shape]:
    """Draw a pin with its place on the header; one in use is filled."""
    colour = pin.supply or (KINDS[pin.wires[0].kind][0] if pin.wires else GREY)
    is_filled = bool(pin.wires) or pin.supply is not None
    yield Disc(across, down, RADIUS, colour)
    if not is_filled:
        yield Disc(across, down, RADIUS - 0.4, WHITE)
    text = WHITE if is_filled else BLACK
    yield Label(pin.number, across, down + 0.9, SMALL, bold=True, anchor="middle", colour=text)
