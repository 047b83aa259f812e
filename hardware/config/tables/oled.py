"""The drivers ``ssd1306`` and ``sh1106``: the settings of a monochrome OLED on I2C.

The devices are in :mod:`hardware.display.ssd1306` and :mod:`hardware.display.sh1106`.
"""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.bus_wiring import (
    I2C_WIRES,
    BusWiring,
    ChipCircuit,
    ChipDiagram,
    ChipLine,
    Item,
)
from hardware.config.declare import Driver, Setting
from hardware.config.device_table import DisplayTable
from hardware.config.kinds import one_of
from hardware.config.tables.display import (
    LETTER_HEIGHT,
    LETTER_WIDTH,
    LUMA,
    UPSIDE_DOWN,
    contrast,
    numbers_of,
)
from hardware.config.tables.i2c import I2C_BUS, OnI2c, i2c_address
from hardware.devices import Face

AN_OLED = 25.0
"""Milliamperes of an OLED with every dot lit."""


@frozen_dataclass
class OledTable(OnI2c, DisplayTable):
    """A monochrome OLED; ``size`` is its dots, ``128x64``."""

    bus: int
    address: int
    upside_down: bool
    contrast: int
    size: str = "128x64"

    addresses = (0x3C, 0x3D)
    as_sold = (0x3C, 0x3D)
    libraries = LUMA

    @property
    def width(self) -> int:
        """Dots from left to right."""
        return numbers_of(self.size)[0]

    @property
    def height(self) -> int:
        """Dots from top to bottom."""
        return numbers_of(self.size)[1]

    @property
    def face(self) -> Face:
        """Lines of letters of 5 by 7 dots, and larger ones."""
        rows = self.height // LETTER_HEIGHT
        dots = self.width, self.height
        return Face((self.width + 1) // LETTER_WIDTH, rows, largest=max(1, rows // 2), dots=dots)

    def wiring(self, tiles: int) -> BusWiring:
        """Return its four wires."""
        bought = tr("OLED with {chip}, {size}", chip=self.model.upper(), size=self.size)
        return BusWiring(
            part=tr("display at {address}", address=f"{self.address:#x}"),
            wires=I2C_WIRES,
            at_3v3=AN_OLED,
            items=(Item(1, bought),),
            circuit=ChipCircuit(
                tr("The display"),
                ChipDiagram(
                    "OLED",
                    (
                        ChipLine("3V3", "VCC"),
                        ChipLine("GND", "GND"),
                        ChipLine("GPIO2", "SDA"),
                        ChipLine("GPIO3", "SCL"),
                    ),
                ),
            ),
        )


@frozen_dataclass
class Ssd1306Table(OledTable):
    """An OLED with an SSD1306."""

    opens = "hardware.display.ssd1306:open_ssd1306"
    model = "ssd1306"


@frozen_dataclass
class Sh1106Table(OledTable):
    """An OLED with an SH1106, which has 128 by 64 dots."""

    opens = "hardware.display.sh1106:open_sh1106"
    model = "sh1106"


SSD1306 = Driver(
    "ssd1306",
    message("an OLED with an SSD1306 on I2C"),
    (
        Setting(
            "size",
            one_of("128x64", "128x32", "96x16", "64x48", "64x32"),
            message("how many dots wide and high it is"),
            default="128x64",
        ),
        I2C_BUS,
        i2c_address(OledTable.as_sold[0]),
        UPSIDE_DOWN,
        contrast(0xCF),
    ),
    Ssd1306Table,
)
SH1106 = Driver(
    "sh1106",
    message("an OLED with an SH1106, of 128 by 64 dots, on I2C"),
    (I2C_BUS, i2c_address(OledTable.as_sold[0]), UPSIDE_DOWN, contrast(0x7F)),
    Sh1106Table,
)
