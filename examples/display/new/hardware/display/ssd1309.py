"""The driver ``ssd1309``: an OLED of 2.42 inches on I2C, which can be read across a room."""

from __future__ import annotations

from contextlib import ExitStack

from hardware.buses import Buses
from hardware.config.tables.display import OledTable
from hardware.devices import Show
from hardware.display.luma_import import through_luma
from hardware.display.oled import show_on


@through_luma
def open_ssd1309(table: OledTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the display up. Raises :class:`OSError`, or what luma raises."""
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1309

    bus = buses.i2c(table.bus)
    closing.callback(bus.close)
    serial = i2c(bus=bus, address=table.address)
    rotate = 2 if table.upside_down else 0
    return show_on(ssd1309(serial, table.width, table.height, rotate), table, closing)
