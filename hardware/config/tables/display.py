"""The settings of the drivers ``hd44780``, ``ssd1306`` and ``sh1106``, and what displays share.

The first is a character LCD behind an I2C backpack (:mod:`hardware.display.hd44780`), the others
are monochrome OLEDs on I2C (:mod:`hardware.display.oled`). Texts are spelled in the
character set of a display.
"""

from __future__ import annotations

from groundwork.cell_width import plain_signs
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
from hardware.config.kinds import one_of, whole_number, yes_or_no
from hardware.config.tables.i2c import I2C_BUS, OnI2c, i2c_address
from hardware.devices import CharacterSet, Face

LETTER_WIDTH = 6
LETTER_HEIGHT = 8
"""Dots of a letter of 5 by 7 with the gaps to its neighbours."""

LUMA = ("luma.core", "luma.oled", "luma.led_matrix", "luma.lcd", "PIL", "smbus2")
"""The modules of luma, which drives the displays, and those that it needs."""

UPSIDE_DOWN = Setting(
    "upside_down", yes_or_no(), message("whether it is built in upside down"), default=False
)


def contrast(usual: int) -> Setting:
    """Return the setting of how bright a display is, usually so."""
    return Setting("contrast", whole_number(0, 255), message("how bright it is"), default=usual)


def numbers_of(size: str) -> tuple[int, int]:
    """Return width and height of a size such as ``128x64``."""
    width, height = size.split("x")
    return int(width), int(height)


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

    opens = "hardware.display.oled:open_ssd1306"
    model = "ssd1306"


@frozen_dataclass
class Sh1106Table(OledTable):
    """An OLED with an SH1106, which has 128 by 64 dots."""

    opens = "hardware.display.oled:open_sh1106"
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


ASCII = "".join(chr(code) for code in range(32, 127) if chr(code) not in "\\~")
"""ASCII without the two characters that an HD44780 shows as a yen sign and an arrow."""

SEGMENTS = " -=_0123456789AbCcdEFGHhIiJLnOoPqrStUuY"
"""The characters that are legible on seven segments, in the case that is."""

POINT = "."
"""Lit beside the digit before it, so it needs no place of its own."""

REPERTOIRE: dict[CharacterSet, str] = {"ascii": ASCII, "segments": SEGMENTS + POINT}

_IN_LETTERS = {"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}


def spelled(text: str, letters: CharacterSet) -> str | None:
    """Return the text in the display's characters; None if it cannot be spelled with them."""
    written = _in_segments(text) if letters == "segments" else _in_ascii(text)
    return written if all(letter in REPERTOIRE[letters] for letter in written) else None


def _in_segments(text: str) -> str:
    return "".join(_on_segments(letter) for letter in _in_ascii(text))


def _on_segments(letter: str) -> str:
    """Return the letter in a case that seven segments can show, if there is one."""
    for form in (letter, letter.lower(), letter.upper()):
        if form in REPERTOIRE["segments"]:
            return form
    return letter


def _in_ascii(text: str) -> str:
    """Return the text without accents, and with plain signs."""
    from unicodedata import normalize  # a box without a display needs none of this

    return "".join(map(_plain, normalize("NFKD", plain_signs(text))))


def _plain(letter: str) -> str:
    from unicodedata import combining

    if combining(letter):
        return ""
    lower = _IN_LETTERS.get(letter.lower())
    if lower is None:
        return letter
    return lower if letter.islower() else lower.capitalize()
