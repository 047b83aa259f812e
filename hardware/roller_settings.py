"""The drivers of the table ``[roller]``: their settings."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.settings import Driver, Setting
from hardware.settings_kinds import text, whole_number


@dataclass(frozen=True, slots=True)
class SerialTable:
    """A roller on a serial port."""

    port: str
    baud: int


@dataclass(frozen=True, slots=True)
class PiTable:
    """The Pi throws the dice itself, on the roll button."""


RollerTable = SerialTable | PiTable

SERIAL = Driver(
    "serial",
    "a microcontroller that reads or throws the dice, on a serial port",
    (
        Setting("port", text('the path of a port, best one of "/dev/serial/by-id/"'),
                "the serial port of the roller"),
        Setting("baud", whole_number(1200, 4_000_000), "its speed in bits a second",
                default=115_200),
    ),
    SerialTable,
)  # fmt: skip

PI = Driver("pi", "the Pi throws the dice itself, on the roll button", (), PiTable)
