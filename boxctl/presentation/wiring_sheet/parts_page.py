"""The page with the parts of a box, its currents, and the checks before power. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from boxctl.presentation.drawing.shapes import BLACK, Label, Rectangle, Shape
from boxctl.presentation.drawing.text_width import broken
from boxctl.presentation.wiring_sheet.board_wires import BoardWiring
from boxctl.presentation.wiring_sheet.currents import Load, loads
from boxctl.presentation.wiring_sheet.paper import MARGIN, TEXT, TITLE, TOP, WIDTH
from boxctl.presentation.wiring_sheet.shopping_list import shopping_list
from boxctl.presentation.wiring_sheet.wires import Wire, WireKind, expanders
from boxctl.rules.dice import dice_in_words
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import Item
from hardware.config.tables.usb import UsbTilesTable


def parts_page(box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None) -> Iterator[Shape]:
    """List the parts, the currents, and the checks before power."""
    down = TOP
    yield Label(tr("Parts"), MARGIN, down, TITLE, bold=True)
    for item in shopping_list(box, found, board):
        down += 5
        yield from _item(item, down)
    down += 12
    yield Label(tr("Currents, with everything lit"), MARGIN, down, TITLE, bold=True)
    for load in loads(box, found, board):
        down += 5
        yield from _load(load, down)
        if load.is_too_much:
            down += 5
            yield Label(load.warning, MARGIN + 9, down, TEXT, bold=True, colour=(190, 0, 0))
    down += 12
    yield Label(tr("Before you switch on"), MARGIN, down, TITLE, bold=True)
    for sentence in _checks(box, found, board):
        yield Rectangle(MARGIN, down + 2.4, 2.6, 2.6, None, BLACK)
        for line in broken(sentence, TEXT, WIDTH - 2 * MARGIN - 6):
            down += 5
            yield Label(line, MARGIN + 6, down, TEXT)


def _item(item: Item, down: float) -> Iterator[Shape]:
    yield Label(str(item.count), MARGIN + 10, down, TEXT, bold=True, anchor="end")
    yield Label(item.what, MARGIN + 14, down, TEXT)


def _load(load: Load, down: float) -> Iterator[Shape]:
    yield Label(load.supply, MARGIN + 4, down, TEXT)
    yield Label(load.in_words, MARGIN + 100, down, TEXT, bold=load.is_too_much)


def _checks(box: BoxFile, found: tuple[Wire, ...], board: BoardWiring | None) -> Iterator[str]:
    """Yield each check before the box gets power."""
    if isinstance(box.tiles, UsbTilesTable):
        yield tr("The board runs on 5 V: never connect its pins to those of a Raspberry Pi.")
    if any(wire.kind is WireKind.SPI for wire in found):
        yield tr("74AHCT125: supply to 5 V, enable pins and unused inputs to GND.")
    if expanders(found):
        yield tr(
            "MCP23017: VDD and RESET to 3V3, VSS to GND, A0 to A2 by its address; INTA of each "
            "chip with levers to the GPIO that gpiopin= in config.txt names."
        )
    if found:
        yield tr("No 5 V on any pin of the header but 2 and 4; no short from 3V3 to GND.")
    if board is not None:
        yield tr(
            "{command} has written the firmware; for an Uno with --board uno.",
            command=board.flash_command,
        )
    if board is not None and board.dice is not None and board.lacks_its_dice:
        yield tr(
            "The rules want {dice}; the pin table {table} has others: take another roller.",
            dice=dice_in_words(board.dice.count, board.dice.sides),
            table=board.table.name,
        )
    command = f"boxctl run --check --config {shlex.quote(box.path.name)}"
    yield tr("{command} says that the file is right.", command=command)
