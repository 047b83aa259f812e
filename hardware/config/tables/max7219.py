"""The driver ``max7219``: the settings of LEDs in the rows and columns of MAX7219 chips.

The device is in :mod:`hardware.lamps.max7219`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import one_of, whole_number
from hardware.config.tables.lamps import BRIGHTNESS, TILES
from hardware.config.tables.spi import BUS, CHIP_SELECT, SpiPlace

MOST_CHIPS = 8

DIGITS = 8

SEGMENTS = ("DP", "A", "B", "C", "D", "E", "F", "G")
"""The segments in the order of a register's bits, highest first."""

LEDS = DIGITS * len(SEGMENTS)
"""LEDs of one chip."""

Along = Literal["segments", "digits"]


@frozen_dataclass
class MatrixLed:
    """An LED at the pin DIG``digit`` of a chip, and at the segment ``SEGMENTS[segment]``.

    ``chip`` counts from 0, nearest to the Pi.
    """

    chip: int
    digit: int
    segment: int


@frozen_dataclass(kw_only=True)
class Max7219Table:
    """A chain of ``chips``; the lamps begin at one segment of one digit of one chip.

    ``chip`` counts from 1, nearest to the Pi; ``digit`` from 0, as the pins DIG0 to DIG7. ``along``
    says whether the next LED is on the next segment or the next digit. ``tiles`` None is every
    tile of the box.
    """

    tiles: tuple[int, ...] | None
    bus: int
    chip_select: int
    chips: int
    chip: int
    digit: int
    segment: str
    along: Along
    leds_per_tile: int
    brightness: int

    @property
    def place(self) -> SpiPlace:
        """The bus and chip select of the chain."""
        return SpiPlace(self.bus, self.chip_select)

    @property
    def first_led(self) -> int:
        """The first lamp, counted from 0 along the chain."""
        segment = SEGMENTS.index(self.segment)
        within = (
            self.digit * len(SEGMENTS) + segment
            if self.along == "segments"
            else segment * DIGITS + self.digit
        )
        return (self.chip - 1) * LEDS + within

    def leds(self, tiles: int) -> int:
        """Return how many LEDs there are up to the last lamp of ``tiles`` tiles."""
        return self.first_led + tiles * self.leds_per_tile

    def leds_of(self, place: int) -> Iterator[MatrixLed]:
        """Yield the LEDs of the tile in this place, counted from 0."""
        first = self.first_led + place * self.leds_per_tile
        for led in range(first, first + self.leds_per_tile):
            chip, within = divmod(led, LEDS)
            across, on = divmod(within, len(SEGMENTS))
            digit, segment = (across, on) if self.along == "segments" else (on, across)
            yield MatrixLed(chip, digit, segment)


MAX7219 = Driver(
    "max7219",
    message(
        "LEDs in the rows and columns of one or more MAX7219 (or MAX7221), chained on an SPI bus"
    ),
    (
        TILES,
        BUS,
        CHIP_SELECT,
        Setting(
            "chips", whole_number(1, MOST_CHIPS), message("how many chips are chained"), default=1
        ),
        Setting(
            "chip",
            whole_number(1, MOST_CHIPS),
            message("the chip at which the tiles begin; the one nearest the Pi is 1"),
            default=1,
        ),
        Setting(
            "digit", whole_number(0, DIGITS - 1), message("its first row: n of the pin DIGn"), 0
        ),
        Setting("segment", one_of(*SEGMENTS), message("its first column: the pin SEG …"), "DP"),
        Setting(
            "along",
            one_of("segments", "digits"),
            message(
                "what the next LED is: segments: the next column of the same row, and after G "
                "comes DP of the next row; digits: the next row of the same column, and after DIG7 "
                "comes DIG0 of the next column. After the last LED of a chip comes the first of "
                "the next"
            ),
            default="segments",
        ),
        Setting(
            "leds_per_tile", whole_number(1, LEDS), message("how many LEDs light up a tile"), 1
        ),
        BRIGHTNESS,
    ),
    Max7219Table,
)
