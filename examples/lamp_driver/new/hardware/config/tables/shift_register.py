"""The driver ``74hc595``: the settings of lamps on a chain of shift registers.

The device is in :mod:`hardware.lamps.shift_register`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hardware.config.declare import Driver, Setting
from hardware.config.kinds import one_of, whole_number
from hardware.config.tables.lamps import TILES
from hardware.config.tables.spi import BUS, CHIP_SELECT, SpiPlace

MOST_CHIPS = 8

OUTPUTS = 8
"""Outputs of one chip."""

MILLIAMPERES = 3.0
"""What an output gives while its lamp is lit: a red LED behind 1 kΩ at 5 V."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRegisterTable:
    """A lamp on each output of a chain of ``chips``: the first on QA of the one nearest to the Pi.

    ``active`` is the level that lights a lamp. ``tiles`` None is every tile of the box.
    """

    tiles: tuple[int, ...] | None
    bus: int
    chip_select: int
    chips: int
    active: Literal["high", "low"]

    @property
    def place(self) -> SpiPlace:
        """Where the chain is."""
        return SpiPlace(self.bus, self.chip_select)


SHIFT_REGISTER = Driver(
    "74hc595",
    "a lamp on each output of one or more 74HC595, chained on an SPI bus",
    (
        TILES,
        BUS,
        CHIP_SELECT,
        Setting("chips", whole_number(1, MOST_CHIPS), "how many chips are chained", default=1),
        Setting("active", one_of("high", "low"), "the level that lights a lamp", default="high"),
    ),
    ShiftRegisterTable,
)
