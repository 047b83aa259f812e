"""Show text on an OLED, whatever its chip, with luma."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any

from hardware.config.tables.oled import OledTable
from hardware.devices import Show, TextLine
from hardware.display.dots import picture
from hardware.display.luma_import import luma


def show_on(device: Any, table: OledTable, closing: ExitStack) -> Show:
    """Return how to show lines on this luma device, which goes dark when closed."""

    def darken() -> None:
        with suppress(OSError), luma():
            device.hide()

    shown: Sequence[TextLine] = ()

    def show(lines: Sequence[TextLine]) -> None:
        nonlocal shown
        if lines == shown:
            # Sends one command, which fails if the display has gone.
            device.show()
        else:
            device.display(picture(lines, table.width, table.height))
        shown = lines

    closing.callback(darken)
    device.contrast(table.contrast)
    return show
