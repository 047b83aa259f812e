"""The driver ``max7219-digits``: 7-segment digits on SPI."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from hardware.buses import Buses
from hardware.config.tables.max7219_display import DigitsTable
from hardware.devices import Show, TextLine
from hardware.display.luma_import import through_luma
from hardware.display.max7219_chain import dark_when_closed, open_serial, set_up


@through_luma
def open_digits(table: DigitsTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the digits up. Raises :class:`OSError` or :class:`Fault`."""
    from luma.core.virtual import sevensegment
    from luma.led_matrix.device import max7219

    serial = open_serial(table.place, buses, closing)
    chain = max7219(serial, cascaded=table.modules, contrast=table.contrast)
    dark_when_closed(chain, closing)
    digits = sevensegment(chain)

    def show(lines: Sequence[TextLine]) -> None:
        set_up(chain, table.contrast)
        digits.text = "".join(line.text for line in lines[:1]).ljust(table.face.columns)

    return show
