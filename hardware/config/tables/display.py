"""The drivers of the table ``[display]``: their settings, and what each display can show."""

from __future__ import annotations

from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import one_number, one_of, whole_number, yes_or_no
from hardware.config.tables.spi import BUS, CHIP_SELECT, SpiPlace
from hardware.devices import Face

OLED_ADDRESSES = (0x3C, 0x3D)
"""The I2C addresses that an OLED can be set to, the usual one first."""

LCD_ADDRESSES = (*range(0x20, 0x28), *range(0x38, 0x40))
"""Those of a backpack with a PCF8574 or a PCF8574A."""

LCD_AS_SOLD = (0x27, 0x3F)
"""Those of a backpack as it is sold, with no jumper closed."""

LETTER_WIDTH = 6
LETTER_HEIGHT = 8
"""Dots of a letter of 5 by 7 with the gaps to its neighbours."""


@frozen_dataclass
class I2cPlace:
    """A bus and an address on it."""

    bus: int
    address: int

    @property
    def path(self) -> str:
        """The file of the bus."""
        return f"/dev/i2c-{self.bus}"

    def __str__(self) -> str:
        return tr("address {address} of {path}", address=f"{self.address:#x}", path=self.path)


class _OnSpi:
    """A display on a chip select of its own."""

    __slots__ = ()
    bus: int
    chip_select: int

    @property
    def place(self) -> SpiPlace:
        """Where it is."""
        return SpiPlace(self.bus, self.chip_select)


class _OnI2c:
    """A display at an address of its own."""

    __slots__ = ()
    bus: int
    address: int

    @property
    def place(self) -> I2cPlace:
        """Where it is."""
        return I2cPlace(self.bus, self.address)


@frozen_dataclass
class DigitsTable(_OnSpi):
    """Modules of eight 7-segment digits with a MAX7219 each, in a chain on SPI."""

    modules: int
    bus: int
    chip_select: int
    contrast: int

    @property
    def face(self) -> Face:
        """One line."""
        return Face(8 * self.modules, 1, "segments")


@frozen_dataclass
class MatrixTable(_OnSpi):
    """Blocks of 8x8 LEDs with a MAX7219 each, in a chain on SPI."""

    blocks: int
    block_rotation: int
    reversed: bool
    upside_down: bool
    bus: int
    chip_select: int
    contrast: int

    @property
    def face(self) -> Face:
        """One line; the last letter needs no gap after it."""
        return Face((8 * self.blocks + 1) // LETTER_WIDTH, 1)


OledChip = Literal[
    "ssd1306",
    "sh1106",
]


@frozen_dataclass
class OledTable(_OnI2c):
    """A monochrome OLED on I2C."""

    chip: OledChip
    width: int
    height: int
    bus: int
    address: int
    upside_down: bool
    contrast: int

    @property
    def face(self) -> Face:
        """Lines of letters of 5 by 7 dots, and larger ones."""
        rows = self.height // LETTER_HEIGHT
        dots = self.width, self.height
        return Face((self.width + 1) // LETTER_WIDTH, rows, largest=max(1, rows // 2), dots=dots)


@frozen_dataclass
class LcdTable(_OnI2c):
    """A character LCD behind an I2C backpack."""

    columns: int
    rows: int
    bus: int
    address: int

    @property
    def face(self) -> Face:
        """The letters of the display itself."""
        return Face(self.columns, self.rows)


DisplayTable = DigitsTable | MatrixTable | OledTable | LcdTable


def _size(size: str) -> tuple[int, int]:
    width, height = size.split("x")
    return int(width), int(height)


def _ssd1306(size: str, bus: int, address: int, upside_down: bool, contrast: int) -> OledTable:
    return OledTable("ssd1306", *_size(size), bus, address, upside_down, contrast)


def _sh1106(bus: int, address: int, upside_down: bool, contrast: int) -> OledTable:
    return OledTable("sh1106", 128, 64, bus, address, upside_down, contrast)


def _hd44780(size: str, bus: int, address: int) -> LcdTable:
    return LcdTable(*_size(size), bus, address)


_SPI = (BUS, CHIP_SELECT)

_I2C_BUS = Setting(
    "bus", whole_number(0, 99), message("the I2C bus, the 1 of `/dev/i2c-1`"), default=1
)

_UPSIDE_DOWN = Setting(
    "upside_down", yes_or_no(), message("whether it is built in upside down"), default=False
)


def _address(usual: int) -> Setting:
    return Setting(
        "address",
        whole_number(0x08, 0x77),
        message("its address on the bus, which `i2cdetect -y 1` shows; may be written like `0x3c`"),
        default=usual,
        default_says=f"`{usual:#x}`",
        hexadecimal=True,
    )


def _contrast(usual: int) -> Setting:
    return Setting("contrast", whole_number(0, 255), message("how bright it is"), default=usual)


DISPLAYS = (
    Driver(
        "max7219-digits",
        message("7-segment digits, eight to a module with a MAX7219, on SPI"),
        (
            Setting("modules", whole_number(1, 4),
                    message("how many modules hang in a chain"), default=1),
            *_SPI,
            _contrast(0x40),
        ),
        DigitsTable,
    ),
    Driver(
        "max7219-matrix",
        message("blocks of 8x8 LEDs in a row, each with a MAX7219, on SPI"),
        (
            Setting("blocks", whole_number(4, 16),
                    message("how many blocks hang in a chain"), default=4),
            Setting("block_rotation", one_number(-90, 0, 90, 180),
                    message("how far each block is turned on its board, in degrees"), default=-90),
            Setting("reversed", yes_or_no(), message("whether the chain begins at the other end"),
                    default=False),
            _UPSIDE_DOWN,
            *_SPI,
            _contrast(0x40),
        ),
        MatrixTable,
    ),
    Driver(
        "ssd1306",
        message("an OLED with an SSD1306 on I2C"),
        (
            Setting("size", one_of("128x64", "128x32", "96x16", "64x48", "64x32"),
                    message("how many dots wide and high it is"), default="128x64"),
            _I2C_BUS,
            _address(OLED_ADDRESSES[0]),
            _UPSIDE_DOWN,
            _contrast(0xCF),
        ),
        _ssd1306,
    ),
    Driver(
        "sh1106",
        message("an OLED with an SH1106, of 128 by 64 dots, on I2C"),
        (
            _I2C_BUS,
            _address(OLED_ADDRESSES[0]),
            _UPSIDE_DOWN,
            _contrast(0x7F),
        ),
        _sh1106,
    ),
    Driver(
        "hd44780",
        message("a character LCD with an HD44780 behind an I2C backpack with a PCF8574"),
        (
            Setting("size", one_of("16x2", "20x4", "20x2", "16x4"),
                    message("how many characters wide and lines high it is"), default="16x2"),
            _I2C_BUS,
            _address(LCD_AS_SOLD[0]),
        ),
        _hd44780,
    ),
)  # fmt: skip
