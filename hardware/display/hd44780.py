"""The driver ``hd44780``: a character LCD behind an I2C backpack."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress

from hardware.buses import Buses
from hardware.config.tables.display import LcdTable
from hardware.devices import Show, TextLine
from hardware.display.luma_import import luma, through_luma

LIGHT = 0b1000
"""The byte that keeps the backlight on and does nothing else."""


@through_luma
def open_hd44780(table: LcdTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the display up, which takes most of a second. Raises what luma raises."""
    from luma.core.framebuffer import full_frame
    from luma.core.interface.serial import pcf8574
    from luma.lcd.device import hd44780

    bus = buses.i2c(table.bus)
    closing.callback(bus.close)
    serial = pcf8574(bus=bus, address=table.address)
    device = hd44780(serial, table.columns, table.rows, framebuffer=full_frame())

    def darken() -> None:
        with suppress(OSError), luma():
            device.backlight(False)
            device.hide()

    shown: Sequence[TextLine] = ()

    def show(lines: Sequence[TextLine]) -> None:
        nonlocal shown
        if lines == shown:
            # Sends one byte, which fails if the display has gone.
            bus.write_byte(table.address, LIGHT)
            return
        shown = lines
        device.text = "\n".join(line.text.ljust(table.columns) for line in lines)

    closing.callback(darken)
    return show
