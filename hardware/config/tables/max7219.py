"""The driver ``max7219``: the settings of LEDs in the rows and columns of MAX7219 chips.

The device is in :mod:`hardware.lamps.max7219`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr, tr_n
from hardware.config.bus_wiring import (
    BusWire,
    BusWiring,
    ChipCircuit,
    ChipDiagram,
    ChipLine,
    Item,
    Part,
)
from hardware.config.declare import Driver, Setting
from hardware.config.device_table import DrivenLampTable, Misfit
from hardware.config.kinds import one_of, whole_number
from hardware.config.tables.lamps import BRIGHTNESS, TILES
from hardware.config.tables.spi import BUS, CHIP_SELECT, OnSpi

MOST_CHIPS = 8

DIGITS = 8

SEGMENTS = ("DP", "A", "B", "C", "D", "E", "F", "G")
"""The segments in the order of a register's bits, highest first."""

LEDS = DIGITS * len(SEGMENTS)
"""LEDs of one chip."""

A_MAX7219 = 330.0
"""Milliamperes of a chip with all LEDs lit."""

MAX7219_WIRES = tuple(
    BusWire(line, to, (Part.LEVEL_SHIFTER,))
    for line, to in (("MOSI", "DIN (1)"), ("SCLK", "CLK (13)"), ("CE", "LOAD (12)"))
)

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
class Max7219Table(OnSpi, DrivenLampTable):
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

    opens = "hardware.lamps.max7219:open_max7219"
    model = "max7219"

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

    def misfits(self, tiles: int) -> Iterator[Misfit]:
        """Yield a chain that ends before the last tile."""
        count = len(self.numbers(tiles))
        over = self.leds(count) - self.chips * LEDS
        if over > 0:
            yield Misfit(
                tr_n(
                    "1 chip has no LED for the last of {count} tiles, {over} too few",
                    "{chips} chips have no LED for the last of {count} tiles, {over} too few",
                    self.chips,
                    chips=self.chips,
                    count=count,
                    over=over,
                ),
                tr("begin at an earlier chip, digit or segment, or give more chips"),
            )

    def wiring(self, tiles: int) -> BusWiring:
        """Return the wires of the chain, and which LED is the lamp of which tile."""
        numbers = self.numbers(tiles)
        lit = len(numbers) * self.leds_per_tile
        return BusWiring(
            part=tr("MAX7219 of the lamps"),
            wires=MAX7219_WIRES,
            at_5v=A_MAX7219 * lit / LEDS * self.brightness / 100,
            items=(
                Item(self.chips, tr("MAX7219 with its resistor and capacitors")),
                Item(lit, tr("LED in the matrix of a MAX7219")),
            ),
            circuit=max7219_circuit(),
            outputs=_leds_of_tiles(self, numbers),
        )


def max7219_circuit() -> ChipCircuit:
    """Return the circuit of each chip, whether of lamps or of a display."""
    return ChipCircuit(
        tr("LEDs in a matrix; a ready-made module has all of this but the 74AHCT125"),
        ChipDiagram(
            "MAX7219",
            (
                ChipLine("74AHCT125", "DIN (1)", "DOUT (24)", tr("DIN of the next chip")),
                ChipLine("74AHCT125", "CLK (13)", "SEG", tr("anode of an LED")),
                ChipLine("74AHCT125", "LOAD (12)", "DIG", tr("cathode of an LED")),
                ChipLine("5V", "V+ (19)"),
                ChipLine("GND", "GND (4, 9)"),
                ChipLine(tr("5V through 28 kΩ"), "ISET (18)"),
            ),
        ),
        (tr("100 nF and 10 µF between V+ and GND, close to the chip. CLK and LOAD go to all."),),
    )


def _leds_of_tiles(table: Max7219Table, tiles: Sequence[int]) -> ChipCircuit:
    """Say which LED of a chain is the lamp of which tile."""
    lines = []
    for place, tile in enumerate(tiles):
        leds = list(table.leds_of(place))
        lamp = tr("lamp of tile {tile}", tile=tile)
        if table.chips > 1:
            lamp = tr("{lamp}, chip {number}", lamp=lamp, number=leds[0].chip + 1)
        lines.append(ChipLine("", "", _in_words(leds[0], leds[-1]), lamp))
    return ChipCircuit(
        tr("The LEDs of the tiles, by row and column of the matrix"),
        ChipDiagram("MAX7219", tuple(lines)),
        (
            tr("DIG0 to DIG7 are the pins {pins}.", pins="2 11 6 7 3 10 5 8"),
            tr("SEG DP and SEG A to SEG G are the pins {pins}.", pins="22 14 16 20 23 21 15 17"),
        ),
    )


def _in_words(first: MatrixLed, last: MatrixLed) -> str:
    """Return the pins of the first and the last LED of a tile, as short as they can be."""
    one, other = SEGMENTS[first.segment], SEGMENTS[last.segment]
    if first.digit != last.digit and one != other:
        return f"DIG{first.digit} {one} - DIG{last.digit} {other}"
    digits = dict.fromkeys((str(first.digit), str(last.digit)))
    segments = dict.fromkeys((one, other))
    return f"DIG{'-'.join(digits)} SEG {'-'.join(segments)}"


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
