"""The driver ``usb``: a board with levers, lamps, buttons and dice, on one serial port."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.config.declare import Driver
from hardware.config.tables.roller import BAUD, PORT


@dataclass(frozen=True, slots=True)
class UsbTable:
    """The table ``[usb]``: where the board is."""

    port: str
    baud: int


@dataclass(frozen=True, slots=True)
class OnBoard:
    """Tiles, lamps, buttons or dice that the board of ``[usb]`` has."""


USB_SETTINGS = (PORT, BAUD)

_WHERE = "on the board of [usb], whose firmware knows its pins"

USB_TILES = Driver("usb", f"sensors {_WHERE}", (), OnBoard)
USB_LAMPS = Driver("usb", f"lamps {_WHERE}", (), OnBoard)
USB_BUTTONS = Driver("usb", f"push-buttons {_WHERE}", (), OnBoard)
