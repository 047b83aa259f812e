"""Boards that look like an Uno or a Nano and have another chip, by the numbers of their USB."""

from __future__ import annotations

from firmware_bridge.port.find_port import usb_numbers
from groundwork.faults import Fault
from groundwork.language import tr

ARDUINO = 0x2341

OTHER_BOARDS = {
    (ARDUINO, 0x0058): "Arduino Nano Every",
    (ARDUINO, 0x005E): "Arduino Uno WiFi Rev2",
    (ARDUINO, 0x0069): "Arduino Uno R4 Minima",
    (ARDUINO, 0x0070): "Arduino Nano ESP32",
    (ARDUINO, 0x1002): "Arduino Uno R4 WiFi",
    (ARDUINO, 0x8057): "Arduino Nano 33 IoT",
    (ARDUINO, 0x805A): "Arduino Nano 33 BLE",
}

NAMES = {
    (ARDUINO, 0x0001): "Arduino Uno",
    (ARDUINO, 0x0043): "Arduino Uno R3",
    **OTHER_BOARDS,
}
"""Those that are told by their names."""


def refuse_other_boards(port: str) -> None:
    """Raise :class:`Fault` BX418 if the board on this port is known to have another chip.

    Its boot loader would not answer avrdude, which then could not tell why.
    """
    name = OTHER_BOARDS.get(usb_numbers(port) or (0, 0))
    if name is not None:
        raise Fault(
            "BX418",
            tr(
                "the board on {port} is an {board}, whose chip cannot run this firmware; "
                "nothing was written: take an Uno R3 or a classic Nano",
                port=port,
                board=name,
            ),
        )
