"""The place of a device on SPI: settings that all such drivers share."""

from __future__ import annotations

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
