"""The wiring sheet: pages of A4 with header, expanders, circuits, parts and currents. Pure.

Each kind of wire has a colour and a letter, so that the sheet can be read in black and white.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from boxctl.presentation.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Anchor,
    Colour,
    Disc,
    Drawing,
    Label,
    Rectangle,
    Shape,
)
from boxctl.presentation.wiring_sheet.board_circuits import board_circuits, circuit_pages
from boxctl.presentation.wiring_sheet.board_wires import BoardWire, BoardWiring
from boxctl.presentation.wiring_sheet.circuits import circuits
from boxctl.presentation.wiring_sheet.currents import parts_page
from boxctl.presentation.wiring_sheet.paper import (
    HEIGHT,
    KINDS,
    MARGIN,
    RADIUS,
    SMALL,
    TEXT,
    TITLE,
    TOP,
    WIDTH,
    fitted,
    fitted_lines,
    key_of_kinds,
)
from boxctl.presentation.wiring_sheet.wires import (
    Wire,
    expanders,
    kept_pins,
    through_in_words,
    wires,
)
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.pins import HEADER, ChipName

HEADER_ROW = 11.5
"""From one row of the header to the next."""

MIDDLE = WIDTH / 2
HEADER_APART = 4.2
"""From the middle to the centre of a pin."""

SUPPLIES: dict[str, Colour] = {
    "3V3": (235, 120, 40), "5V": (200, 30, 30), "VBUS": (200, 30, 30), "GND": BLACK,
}  # fmt: skip


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
    left = MIDDLE - 2 * HEADER_APART
    board = (225, 240, 228)
    yield Rectangle(
        left, TOP - HEADER_ROW / 2 - 2, 4 * HEADER_APART, 20 * HEADER_ROW + 4, board, rounded=True
    )
    for place, pin in enumerate(HEADER):
        row, column = divmod(place, 2)
        wired = tuple(wire for wire in found if wire.chip is None and wire.line == pin)
        name = pin if isinstance(pin, str) else f"GPIO{pin}"
        kept_for = kept.get(pin, "") if isinstance(pin, int) else ""
        pin_there = WiredPin(name, str(place + 1), SUPPLIES.get(name), wired, kept_for)
        side = -1 if column == 0 else 1
        yield from pin_and_label(pin_there, MIDDLE, HEADER_APART, side, TOP + row * HEADER_ROW)
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


MIDDLE_OF_BOARD = WIDTH / 2
BOARD_APART = 9.0
"""From the middle to the centre of a pin."""


def board_page(wiring: BoardWiring) -> Iterator[Shape]:
    """Draw the board with its pins."""
    kind = wiring.board
    yield Label(tr(kind.title, table=wiring.table.name), MARGIN, TOP, TITLE, bold=True)
    yield Label(tr(kind.also), MARGIN, TOP + 5, SMALL)
    top = TOP + 22
    board = (205, 220, 240)
    rows = len(kind.left)
    yield Rectangle(
        MIDDLE_OF_BOARD - BOARD_APART - 4,
        top - 10,
        2 * BOARD_APART + 8,
        kind.row * rows + 6,
        board,
        rounded=True,
    )
    yield Rectangle(MIDDLE_OF_BOARD - 4, top - 13, 8, 8, GREY, None)
    yield Label("USB", MIDDLE_OF_BOARD, top - 2, TEXT, anchor="middle")
    for side, names in ((-1, kind.left), (1, kind.right)):
        for row, pin in enumerate(names):
            wired = [wire for wire in wiring.wires if wire.pin == pin]
            number = str(row + 1 if side < 0 else 2 * rows - row) if kind.is_numbered else ""
            place = WiredPin(pin, number, SUPPLIES.get(pin), tuple(wired))
            yield from pin_and_label(
                place, MIDDLE_OF_BOARD, BOARD_APART, side, top + row * kind.row
            )
    yield from key_of_kinds(wiring.wires)
    yield Label(tr(kind.warning), MARGIN, HEIGHT - MARGIN - 7, SMALL)


CHIPS_ON_A_PAGE = 2
LINES = 16
CHIP_ROW = 7.2


def expander_page(found: Sequence[Wire], chips: Sequence[ChipName]) -> Iterator[Shape]:
    """Draw these chips below each other, at most :data:`CHIPS_ON_A_PAGE`."""
    for number, chip in enumerate(chips):
        top = TOP + number * (LINES * CHIP_ROW + 14)
        yield Label(tr("MCP23017, chip {chip}", chip=chip), MARGIN, top, TITLE, bold=True)
        on_chip = {wire.line: wire for wire in found if wire.chip == chip}
        for line in range(LINES):
            yield from _line(line, on_chip.get(line), top + 6 + line * CHIP_ROW)
    yield from key_of_kinds([wire for wire in found if wire.chip in chips])


def _line(line: int, wire: Wire | None, down: float) -> Iterator[Shape]:
    name, place = _name_of_line(line), _place_of_line(line)
    colour = GREY if wire is None else KINDS[wire.kind][0]
    yield Disc(MARGIN + RADIUS, down - 0.9, RADIUS, colour)
    if wire is None:
        yield Disc(MARGIN + RADIUS, down - 0.9, RADIUS - 0.4, WHITE)
    text = BLACK if wire is None else WHITE
    yield Label(str(place), MARGIN + RADIUS, down, SMALL, bold=True, anchor="middle", colour=text)
    dim = GREY if wire is None else BLACK
    yield Label(f"{line}  {name}", MARGIN + 8, down, SMALL, bold=wire is not None, colour=dim)
    if wire is not None:
        yield from fitted(wire.part, MARGIN + 32, down, 50, bold=True)
        how = f"{wire.kind}: {through_in_words(wire.through)} - {wire.to}"
        yield from fitted(how, MARGIN + 88, down, WIDTH - 2 * MARGIN - 88)


def _name_of_line(line: int) -> str:
    return f"GP{'AB'[line // 8]}{line % 8}"


def _place_of_line(line: int) -> int:
    """Return the pin of the MCP23017-E/SP: GPB0 to GPB7 are 1 to 8, GPA0 to GPA7 are 21 to 28."""
    return line + 21 if line < 8 else line - 7


def pages(box: BoxFile, board: BoardWiring | None = None) -> tuple[Drawing, ...]:
    """Draw the sheet of a box: header, expanders, USB board, circuits, and what it takes."""
    found = wires(box)
    chips = expanders(found)
    drawn = [tuple(header_page(found, kept_pins(box)))] if found else []
    for first in range(0, len(chips), CHIPS_ON_A_PAGE):
        on_page = chips[first : first + CHIPS_ON_A_PAGE]
        drawn.append(tuple(expander_page(found, on_page)))
    if board is not None:
        drawn.append(tuple(board_page(board)))
    on_board = () if board is None else board_circuits(board)
    drawn += circuit_pages((*circuits(box, found), *on_board))
    drawn.append(tuple(parts_page(box, found, board)))
    return tuple(
        Drawing(_title(box), WIDTH, HEIGHT, (*_head(box, found, number, len(drawn)), *shapes))
        for number, shapes in enumerate(drawn, start=1)
    )


def _title(box: BoxFile) -> str:
    return tr("Wiring of {file}", file=box.path.name)


def _warning(found: Sequence[Wire]) -> str:
    if not found:
        # The pins of a board take 5 V.
        return tr("Wire with the power off: pull the cable of the board.")
    return tr("Wire with the power off. 5 V on a pin of the Pi destroys it.")


def _head(box: BoxFile, found: Sequence[Wire], page: int, last: int) -> Iterator[Shape]:
    yield Rectangle(0, 0, WIDTH, HEIGHT, WHITE, None)
    yield Label(_title(box), MARGIN, MARGIN + 6, 7, bold=True)
    number = tr("page {page} of {last}", page=page, last=last)
    yield Label(number, WIDTH - MARGIN, MARGIN + 6, TEXT, anchor="end", colour=GREY)
    yield Label(_warning(found), MARGIN, MARGIN + 12, TEXT)
