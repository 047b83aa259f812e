"""``python -m tests.support.guest.run_on_lcd FILE ARGUMENTS…``: ``boxctl run`` with an LCD to read.

The chip of the display is a model, as the virtual Pi has none. Each picture on it is appended to
the file, as a line of JSON: the ``lines`` that were to be shown, and the ``glass`` as one reads it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import hardware.display.hd44780
from boxctl.cli import main
from hardware.buses import Buses
from hardware.config.tables.display import LcdTable
from hardware.devices import Show, TextLine
from tests.support.chips.display_chips import Bus, Hd44780

_open_real = hardware.display.hd44780.open_hd44780


def open_lcd(table: LcdTable, chip: Hd44780, closing: ExitStack) -> Show:
    """Open the driver on a model of the chip."""
    return _open_real(table, Bus(chip, table.address).buses, closing)


def _written_to(pictures: Path) -> None:
    def open_and_write(table: LcdTable, _buses: Buses, closing: ExitStack) -> Show:
        chip = Hd44780(table.columns, table.rows)
        show = open_lcd(table, chip, closing)
        before: list[str] = []

        def show_and_write(lines: Sequence[TextLine]) -> None:
            nonlocal before
            show(lines)
            if before != (before := chip.lines()):
                picture = {"lines": [line.text for line in lines], "glass": before}
                with pictures.open("a") as file:
                    file.write(json.dumps(picture) + "\n")

        return show_and_write

    hardware.display.hd44780.open_hd44780 = open_and_write  # type: ignore[assignment]


if __name__ == "__main__":
    _written_to(Path(sys.argv[1]))
    sys.exit(main(["run", *sys.argv[2:]]))
