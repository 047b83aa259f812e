"""The driver ``usb``: a board with levers, lamps, buttons and dice, on one serial port."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.declare import Driver
from hardware.config.tables.levers import BOARD_SENSOR_SETTINGS, BoardSensors, board_sensors
from hardware.config.tables.roller import BAUD, PORT


@frozen_dataclass
class UsbTable:
    """The table ``[usb]``: where the board is."""

    port: str
    baud: int


@frozen_dataclass
class OnBoard:
    """Lamps or buttons that the board of ``[usb]`` has."""


@frozen_dataclass
class UsbTilesTable:
    """The table ``[tiles]`` of a box whose levers are on the board of ``[usb]``."""

    levers: BoardSensors


USB_SETTINGS = (PORT, BAUD)

_WHERE = "on the board of [usb], whose firmware knows its pins"

USB_TILES = Driver(
    "usb",
    f"sensors {_WHERE}",
    BOARD_SENSOR_SETTINGS,
    lambda **values: UsbTilesTable(board_sensors(values)),
)
USB_LAMPS = Driver("usb", f"lamps {_WHERE}", (), OnBoard)
USB_BUTTONS = Driver("usb", f"push-buttons {_WHERE}", (), OnBoard)
