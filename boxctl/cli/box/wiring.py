"""``boxctl wiring``: what a box.toml asks to be wired, as text or as a sheet to print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from boxctl.cli.drawing_file import svg_or_pdf, write_drawing
from boxctl.cli.options import Options
from boxctl.presentation.wiring_sheet.board_wires import (
    USUAL_DICE,
    BoardWire,
    BoardWiring,
    board_wiring,
    usual_table,
)
from boxctl.presentation.wiring_sheet.boards import BOARDS, NANO
from boxctl.presentation.wiring_sheet.currents import Load, loads, shopping_list
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.presentation.wiring_sheet.wires import Wire, through_in_words, wires
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice
from boxctl.table.check_rules import rules_of
from firmware_bridge.build_firmware import Chip, every_table, read_pin_table
from groundwork.language import current, tr
from groundwork.printing import print_lines
from hardware.config.box_file import BoxFile
from hardware.config.bus_wiring import Item
from hardware.config.pins import HEADER
from hardware.config.read import read_box


def run(arguments: list[str]) -> int:
    """Print or draw the wiring; 1 if the parts take more current than their supply gives."""
    given = options().parse_args(arguments)
    # The rules do not matter here: only the wiring has to be right.
    box = read_box(Path(given.config))
    found = wires(box)
    board = _board(
        box,
        given.table,
        next(chip for chip, board in BOARDS.items() if board.option == given.board),
    )
    items, taken = shopping_list(box, found, board), loads(box, found, board)
    if given.output is not None:
        write_drawing(given.output, pages(box, board), current().code)
    if given.json:
        print_lines(json.dumps(_document(found, board, items, taken)))
    elif given.output is not None:
        print_lines(tr("The wiring is in {file}.", file=given.output))
    else:
        print_lines(*_lines(found, board, items, taken))
    return int(any(load.is_too_much for load in taken))


def options() -> Options:
    """Return the options of the command."""
    options = Options("wiring")
    options.add_argument("--config", metavar="FILE", required=True, help=tr("the box.toml"))
    options.add_argument(
        "--output",
        metavar="FILE",
        type=svg_or_pdf,
        help=tr("draw it as a sheet to print, as .svg or .pdf"),
    )
    options.add_argument(
        "--table",
        choices=every_table(),
        help=tr("the pin table of the USB board's firmware (default: the one that suits the box)"),
    )
    options.add_argument(
        "--board",
        choices=[board.option for board in BOARDS.values()],
        default=NANO.option,
        help=tr("the USB board (default: nano, and an Uno with it)"),
    )
    options.add_json()
    return options


def wiring_in_words(box: BoxFile) -> list[str]:
    """Return a line for each wire, each kind of part, and each supply of this box."""
    found, board = wires(box), _board(box, None)
    return [*_lines(found, board, shopping_list(box, found, board), loads(box, found, board))]


def _board(box: BoxFile, table: str | None, chip: Chip = Chip.ATMEGA328P) -> BoardWiring | None:
    """Return the wires of the USB board; None if the box has none."""
    dice = _dice(box)
    usual = usual_table(box, dice, chip)
    if usual is None:
        return None
    return board_wiring(box, read_pin_table(table or usual, chip), dice)


def _dice(box: BoxFile) -> Dice:
    """Return the dice that the rules are played with; the usual ones if the rules are wrong."""
    try:
        return rules_of(box.rules).dice
    except RuleFault:
        return USUAL_DICE


def _lines(
    found: tuple[Wire, ...],
    board: BoardWiring | None,
    items: tuple[Item, ...],
    taken: tuple[Load, ...],
) -> Iterator[str]:
    on_board = () if board is None else board.wires
    every: tuple[Wire | BoardWire, ...] = (*found, *on_board)
    wide = max((28, *(len(wire.part) + 2 for wire in every)))
    for wire in found:
        yield _line(_place(wire), wire, wide)
    if board is not None:
        yield tr("USB board, pin table {table}:", table=board.table.name)
        for board_wire in board.wires:
            yield _line(board_wire.pin, board_wire, wide)
    yield ""
    for item in items:
        yield f"{item.count:>4}  {item.what}"
    yield ""
    wide = max([36, *(len(load.supply) + 2 for load in taken)])
    for load in taken:
        warning = f"  {load.warning}" if load.is_too_much else ""
        yield f"{load.supply:<{wide}}{load.in_words}{warning}"


def _line(place: str, wire: Wire | BoardWire, wide: int) -> str:
    how = through_in_words(wire.through)
    return f"{place:<20}{wire.part:<{wide}}{f'{how} - {wire.to}' if how else wire.to}"


def _place(wire: Wire) -> str:
    if wire.chip is not None:
        return f"{wire.chip}:{wire.line}"
    return tr("GPIO{line}, pin {place}", line=wire.line, place=HEADER.index(wire.line) + 1)


def _document(
    found: tuple[Wire, ...],
    board: BoardWiring | None,
    items: tuple[Item, ...],
    taken: tuple[Load, ...],
) -> dict[str, object]:
    on_pi = [
        {
            "chip": wire.chip,
            "line": wire.line,
            "pin": HEADER.index(wire.line) + 1 if wire.chip is None else None,
        }
        | _common(wire)
        for wire in found
    ]
    on_board = [] if board is None else [{"pin": w.pin} | _common(w) for w in board.wires]
    return {
        "wires": on_pi,
        "board": None if board is None else {"table": board.table.name, "wires": on_board},
        "parts": [{"count": item.count, "what": item.what} for item in items],
        "currents": [
            {
                "supply": load.supply,
                "milliamperes": round(load.milliamperes, 1),
                "most": load.most,
                "too_much": load.is_too_much,
                "cure": load.cure if load.is_too_much else "",
            }
            for load in taken
        ],
    }


def _common(wire: Wire | BoardWire) -> dict[str, object]:
    return {
        "kind": wire.kind.name.lower(),
        "part": wire.part,
        "through": [part.value for part in wire.through],
        "to": wire.to,
    }
