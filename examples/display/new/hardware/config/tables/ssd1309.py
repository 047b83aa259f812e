"""The driver ``ssd1309``: the settings of an OLED of 2.42 inches on I2C.

The device is in :mod:`hardware.display.ssd1309`.
"""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.declare import Driver
from hardware.config.tables.display import UPSIDE_DOWN, OledTable, contrast
from hardware.config.tables.i2c import I2C_BUS, i2c_address


@frozen_dataclass
class Ssd1309Table(OledTable):
    """An OLED with an SSD1309, which has 128 by 64 dots."""

    opens = "hardware.display.ssd1309:open_ssd1309"
    model = "ssd1309"


SSD1309 = Driver(
    "ssd1309",
    "an OLED with an SSD1309, of 128 by 64 dots, on I2C",
    (I2C_BUS, i2c_address(Ssd1309Table.as_sold[0]), UPSIDE_DOWN, contrast(0xCF)),
    Ssd1309Table,
)
