"""``boxctl wiring``: what a box.toml asks to be wired, as text or as a sheet to print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from boxctl.cli.drawing_file import svg_or_pdf, write_drawing
from boxctl.cli.options import Options
from boxctl.presentation.wiring_sheet.currents import Load, loads
from boxctl.presentation.wiring_sheet.pages import pages
from boxctl.presentation.wiring_sheet.shopping_list import Item, shopping_list
from boxctl.presentation.wiring_sheet.wires import Wire, through_in_words, wires
from groundwork.language import current, tr
from groundwork.printing import print_lines
from hardware.config.box_file import BoxFile
from hardware.config.pi_header import HEADER
from hardware.config.read import read_box


def run(arguments: list[str]) -> int:
    """Print or draw the wiring; 1 if the parts take more current than their supply gives."""
    given = options().parse_args(arguments)
    # The rules do not matter here: only the wiring has to be right.
    box = read_box(Path(given.config))
    found = wires(box)
    taken = loads(box, found)
    if given.output is not None:
        write_drawing(given.output, pages(box), current().code)
    if given.json:
        print_lines(json.dumps(_document(found, shopping_list(box, found), taken)))
    elif given.output is not None:
        print_lines(tr("The wiring is in {file}.", file=given.output))
    else:
        print_lines(*_lines(box, found, taken))
    return int(any(load.is_too_much for load in taken))


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "wiring", tr("What a box.toml asks to be wired: each wire, the parts, and the currents.")
    )
    options.add_argument("--config", metavar="FILE", required=True, help=tr("the box.toml"))
    options.add_argument(
        "--output",
        metavar="FILE",
        type=svg_or_pdf,
        help=tr("draw it as a sheet to print, as .svg or .pdf"),
    )
    options.add_json()
    return options


def _lines(box: BoxFile, found: tuple[Wire, ...], taken: tuple[Load, ...]) -> Iterator[str]:
    for wire in found:
        how = through_in_words(wire)
        yield f"{_place(wire):<20}{wire.part:<28}{f'{how} - {wire.to}' if how else wire.to}"
    yield ""
    for item in shopping_list(box, found):
        yield f"{item.count:>4}  {item.what}"
    yield ""
    for load in taken:
        figures = tr(
            "{milliamperes} mA of {most} mA",
            milliamperes=f"{load.milliamperes:.1f}",
            most=f"{load.most:.0f}",
        )
        yield f"{load.supply:<36}{figures}{'  ' + tr('TOO MUCH') if load.is_too_much else ''}"


def _place(wire: Wire) -> str:
    if wire.chip is not None:
        return f"{wire.chip}:{wire.line}"
    return tr("GPIO{line}, pin {place}", line=wire.line, place=HEADER.index(wire.line) + 1)


def _document(
    found: tuple[Wire, ...], items: tuple[Item, ...], taken: tuple[Load, ...]
) -> dict[str, object]:
    return {
        "wires": [
            {
                "kind": wire.kind.name.lower(),
                "chip": wire.chip,
                "line": wire.line,
                "pin": HEADER.index(wire.line) + 1 if wire.chip is None else None,
                "part": wire.part,
                "through": [part.value for part in wire.through],
                "to": wire.to,
            }
            for wire in found
        ],
        "parts": [{"count": item.count, "what": item.what} for item in items],
        "currents": [
            {
                "supply": load.supply,
                "milliamperes": round(load.milliamperes, 1),
                "most": load.most,
                "too_much": load.is_too_much,
            }
            for load in taken
        ],
    }
