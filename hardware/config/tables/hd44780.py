"""The driver ``hd44780``: the settings of a character LCD behind an I2C backpack.

The device is in :mod:`hardware.display.hd44780`.
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
from hardware.config.tables.display import LUMA, numbers_of
from hardware.config.tables.i2c import I2C_BUS, OnI2c, i2c_address
from hardware.devices import Face

AN_LCD = 30.0
"""Milliamperes of an LCD with its backlight."""


@frozen_dataclass
class LcdTable(OnI2c, DisplayTable):
    """A character LCD; ``size`` is its columns and rows, ``16x2``."""

    bus: int
    address: int
    size: str = "16x2"

    opens = "hardware.display.hd44780:open_hd44780"
    model = "hd44780"
    libraries = LUMA
    # Those of a PCF8574 and of a PCF8574A; no jumper is closed when it is sold.
    addresses = (*range(0x20, 0x28), *range(0x38, 0x40))
    as_sold = (0x27, 0x3F)

    @property
    def columns(self) -> int:
        """Characters in a line."""
        return numbers_of(self.size)[0]

    @property
    def rows(self) -> int:
        """Lines of characters."""
        return numbers_of(self.size)[1]

    @property
    def face(self) -> Face:
        """The letters of the display itself."""
        return Face(self.columns, self.rows)

    def wiring(self, tiles: int) -> BusWiring:
        """Return its wires: without a level shifter, its pull-ups put 5 V on the Pi's pins."""
        display = tr("display at {address}", address=f"{self.address:#x}")
        return BusWiring(
            part=tr("{display}, behind two BSS138", display=display),
            wires=I2C_WIRES,
            at_5v=AN_LCD,
            items=(
                Item(1, tr("LCD with HD44780 and I2C backpack, {size}", size=self.size)),
                Item(1, tr("level shifter with two BSS138")),
            ),
            circuit=ChipCircuit(
                tr("The display, behind a level shifter with two BSS138"),
                ChipDiagram(
                    "2 x BSS138",
                    (
                        ChipLine("3V3", "LV", "HV", "5V"),
                        ChipLine("GPIO2", "LV1", "HV1", tr("SDA of the display")),
                        ChipLine("GPIO3", "LV2", "HV2", tr("SCL of the display")),
                        ChipLine("GND", "GND", "GND", tr("GND of the display; its VCC to 5V")),
                    ),
                ),
            ),
        )


HD44780 = Driver(
    "hd44780",
    message("a character LCD with an HD44780 behind an I2C backpack with a PCF8574"),
    (
        Setting(
            "size",
            one_of("16x2", "20x4", "20x2", "16x4"),
            message("how many characters wide and lines high it is"),
            default="16x2",
        ),
        I2C_BUS,
        i2c_address(LcdTable.as_sold[0]),
    ),
    LcdTable,
)
