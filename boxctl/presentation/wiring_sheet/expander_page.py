"""The page with expanders and the wires of their lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.shapes import BLACK, GREY, WHITE, Disc, Label, Shape
from boxctl.presentation.wiring_sheet.paper import (
    KINDS,
    MARGIN,
    RADIUS,
    SMALL,
    TITLE,
    TOP,
    WIDTH,
    fitted,
    key_of_kinds,
)
from boxctl.presentation.wiring_sheet.wires import Wire, through_in_words
from groundwork.language import tr
from hardware.config.pins import ChipName

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
