"""The driver ``usb``: a board with levers, lamps, buttons and dice, on one serial port."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
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

USB_TILES = Driver(
    "usb",
    message("sensors on the board of [usb], whose firmware knows its pins"),
    BOARD_SENSOR_SETTINGS,
    lambda **values: UsbTilesTable(board_sensors(values)),
)
USB_LAMPS = Driver(
    "usb", message("lamps on the board of [usb], whose firmware knows its pins"), (), OnBoard
)
USB_BUTTONS = Driver(
    "usb", message("push-buttons on the board of [usb], whose firmware knows its pins"), (), OnBoard
)
