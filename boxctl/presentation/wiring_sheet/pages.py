"""The wiring sheet: pages of A4 with header, expanders, circuits, parts and currents. Pure.

Each kind of wire has a colour and a letter, so that the sheet can be read in black and white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.drawing.shapes import GREY, WHITE, Drawing, Label, Rectangle, Shape
from boxctl.presentation.wiring_sheet.board_circuits import board_circuits, circuit_pages
from boxctl.presentation.wiring_sheet.board_wires import BoardWiring
from boxctl.presentation.wiring_sheet.circuits import circuits
from boxctl.presentation.wiring_sheet.currents import parts_page
from boxctl.presentation.wiring_sheet.paper import HEIGHT, MARGIN, TEXT, WIDTH
from boxctl.presentation.wiring_sheet.pin_pages import (
    CHIPS_ON_A_PAGE,
    board_page,
    expander_page,
    header_page,
)
from boxctl.presentation.wiring_sheet.wires import Wire, expanders, kept_pins, wires
from groundwork.language import tr
from hardware.config.box_file import BoxFile


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
