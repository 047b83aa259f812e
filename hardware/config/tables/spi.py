"""The place of a device on SPI: settings that all such drivers share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Setting
from hardware.config.kinds import whole_number

LAST_BUS = 1
"""Every Raspberry Pi with 40 pins has SPI0 and SPI1; further buses differ from board to board."""

LAST_CHIP_SELECT = 2

BUS = Setting(
    "bus", whole_number(0, LAST_BUS), message("the SPI bus, B of /dev/spidevB.C"), default=0
)
CHIP_SELECT = Setting(
    "chip_select",
    whole_number(0, LAST_CHIP_SELECT),
    message("its chip select, C of /dev/spidevB.C"),
    default=0,
)


@frozen_dataclass
class SpiPlace:
    """A bus and a chip select on it."""

    bus: int
    chip_select: int

    def __str__(self) -> str:
        return f"/dev/spidev{self.bus}.{self.chip_select}"


class OnSpi:
    """A table with the keys ``bus`` and ``chip_select``: its device has a chip select of its own.

    A device that ``hears_everything`` has none: that names it for people, and its bus is for it
    alone. ``steady_clock``: it needs the clock of SPI to stay the same whatever the load.
    """

    __slots__ = ()
    bus: int
    chip_select: int
    hears_everything: ClassVar[str] = ""
    steady_clock: ClassVar[bool] = False

    @property
    def place(self) -> SpiPlace:
        """Where it is."""
        return SpiPlace(self.bus, self.chip_select)

    @classmethod
    def place_in(cls, values: Mapping[str, Any]) -> SpiPlace | None:
        """Return the place that these values name, if they could be read."""
        bus, select = values.get("bus"), values.get("chip_select")
        return None if bus is None or select is None else SpiPlace(bus, select)
