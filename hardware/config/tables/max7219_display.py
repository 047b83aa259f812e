"""The drivers ``max7219-digits`` and ``max7219-matrix``: the settings of displays on SPI.

The devices are in :mod:`hardware.display.max7219`.
"""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.bus_wiring import BusWiring, Item
from hardware.config.declare import Driver, Setting
from hardware.config.device_table import DisplayTable
from hardware.config.kinds import one_number, whole_number, yes_or_no
from hardware.config.tables.display import LETTER_WIDTH, LUMA, UPSIDE_DOWN, contrast
from hardware.config.tables.max7219 import A_MAX7219, MAX7219_WIRES, max7219_circuit
from hardware.config.tables.spi import BUS, CHIP_SELECT, OnSpi
from hardware.devices import Face


class ChipsOnSpi(OnSpi, DisplayTable):
    """A display of modules with a MAX7219 each, in a chain."""

    __slots__ = ()
    contrast: int
    model = "max7219"
    libraries = LUMA

    def _wired(self, chips: int, each: str) -> BusWiring:
        return BusWiring(
            part=tr("MAX7219 of the display"),
            wires=MAX7219_WIRES,
            at_5v=chips * A_MAX7219 * self.contrast / 255,
            items=(Item(chips, each),),
            circuit=max7219_circuit(),
        )


@frozen_dataclass
class DigitsTable(ChipsOnSpi):
    """Modules of eight 7-segment digits."""

    modules: int
    bus: int
    chip_select: int
    contrast: int

    opens = "hardware.display.max7219:open_digits"

    @property
    def face(self) -> Face:
        """One line."""
        return Face(8 * self.modules, 1, "segments")

    def wiring(self, tiles: int) -> BusWiring:
        """Return the wires of the chain."""
        return self._wired(self.modules, tr("module of eight digits with MAX7219"))


@frozen_dataclass
class MatrixTable(ChipsOnSpi):
    """Blocks of 8x8 LEDs."""

    blocks: int
    block_rotation: int
    reversed: bool
    upside_down: bool
    bus: int
    chip_select: int
    contrast: int

    opens = "hardware.display.max7219:open_matrix"

    @property
    def face(self) -> Face:
        """One line; the last letter needs no gap after it."""
        return Face((8 * self.blocks + 1) // LETTER_WIDTH, 1)

    def wiring(self, tiles: int) -> BusWiring:
        """Return the wires of the chain."""
        return self._wired(self.blocks, tr("block of 8x8 LEDs with MAX7219"))


MAX7219_DIGITS = Driver(
    "max7219-digits",
    message("7-segment digits, eight to a module with a MAX7219, on SPI"),
    (
        Setting(
            "modules", whole_number(1, 4), message("how many modules hang in a chain"), default=1
        ),
        BUS,
        CHIP_SELECT,
        contrast(0x40),
    ),
    DigitsTable,
)
MAX7219_MATRIX = Driver(
    "max7219-matrix",
    message("blocks of 8x8 LEDs in a row, each with a MAX7219, on SPI"),
    (
        Setting(
            "blocks", whole_number(4, 16), message("how many blocks hang in a chain"), default=4
        ),
        Setting(
            "block_rotation",
            one_number(-90, 0, 90, 180),
            message("how far each block is turned on its board, in degrees"),
            default=-90,
        ),
        Setting(
            "reversed",
            yes_or_no(),
            message("whether the chain begins at the other end"),
            default=False,
        ),
        UPSIDE_DOWN,
        BUS,
        CHIP_SELECT,
        contrast(0x40),
    ),
    MatrixTable,
)
