"""The drivers ``ws2812`` and ``apa102``: the settings of a strip of coloured LEDs.

The devices are in :mod:`hardware.lamps.strip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, zip_longest
from typing import ClassVar

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
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
from hardware.config.kinds import Colour, colour, one_of, whole_number, yes_or_no
from hardware.config.tables.lamps import BRIGHTNESS, TILES
from hardware.config.tables.spi import BUS, CHIP_SELECT, OnSpi

LONGEST = 144
"""Most LEDs that are sent in under 5 ms and at once: spidev takes 4096 bytes."""

A_STRIP_LED = 60.0
"""Milliamperes of an LED in white at full brightness."""

Names = tuple[str, str]
"""A pin of the strip, and what it is wired to."""

ORDERS = tuple("".join(order) for order in permutations("rgb"))


@frozen_dataclass(kw_only=True)
class StripTable(OnSpi, DrivenLampTable):
    """A strip of LEDs; ``order`` is the order of colours on the wire; ``first_led`` counts from 1.

    ``tiles`` None is every tile of the box. ``part`` names the strip, and ``data`` are its wires.
    """

    part: ClassVar[str]
    data: ClassVar[tuple[BusWire, ...]]

    tiles: tuple[int, ...] | None
    bus: int
    chip_select: int
    first_led: int
    leds_per_tile: int
    dark_between: int
    backwards: bool
    colour: Colour
    brightness: int
    order: str

    def leds(self, tiles: int) -> int:
        """Return how many LEDs there are up to the last lamp of ``tiles`` tiles."""
        between = (tiles - 1) * self.dark_between
        return self.first_led - 1 + tiles * self.leds_per_tile + between

    def leds_of(self, place: int, tiles: int) -> range:
        """Return the LEDs, counted from 0, of the tile in this place, from 0, of ``tiles``."""
        along = tiles - 1 - place if self.backwards else place
        first = self.first_led - 1 + along * (self.leds_per_tile + self.dark_between)
        return range(first, first + self.leds_per_tile)

    def misfits(self, tiles: int) -> Iterator[Misfit]:
        """Yield a strip that is too long to be sent in time."""
        count = len(self.numbers(tiles))
        last = self.leds(count)
        if last > LONGEST:
            yield Misfit(
                tr(
                    "the last of {count} tiles would have LED {last} of the strip, which is more "
                    "than {most}",
                    count=count,
                    last=last,
                    most=LONGEST,
                ),
                tr("give a smaller first_led, leds_per_tile or dark_between"),
            )

    def wiring(self, tiles: int) -> BusWiring:
        """Return the wires of the strip, and which LEDs are the lamp of which tile."""
        count = len(self.numbers(tiles))
        share = sum(self.colour) / (3 * 255) * self.brightness / 100
        return BusWiring(
            part=tr(self.part),
            wires=self.data,
            at_5v=count * self.leds_per_tile * A_STRIP_LED * share,
            items=(
                Item(self.leds(count), tr("LED on a strip of {kind}", kind=self.model.upper())),
                Item(1, tr("capacitor of 1000 µF")),
            ),
            outputs=self._circuit(tiles),
        )

    def _circuit(self, tiles: int) -> ChipCircuit:
        data: list[Names] = [
            (tr("74AHCT125 and 330 Ω") if Part.R_330 in wire.through else "74AHCT125", wire.to)
            for wire in self.data
        ]
        numbers = self.numbers(tiles)
        leds = [(self.leds_of(place, len(numbers)), tile) for place, tile in enumerate(numbers)]
        lamps = [
            (_in_words(of_tile), tr("lamp of tile {tile}", tile=tile))
            for of_tile, tile in sorted(leds, key=lambda found: found[0].start)
        ]
        wired = [("5V", "5V"), ("GND", "GND"), *data]
        rows: Iterable[tuple[Names, Names]] = zip_longest(wired, lamps, fillvalue=("", ""))
        return ChipCircuit(
            tr("The strip, at its first LED"),
            ChipDiagram(tr("strip"), tuple(ChipLine(*one, *other) for one, other in rows)),
            (tr("1000 µF between 5V and GND. The grounds of strip, supply and Pi are connected."),),
        )


def _in_words(leds: range) -> str:
    """Return the numbers of LEDs on a strip, counted from 1."""
    first, last = leds.start + 1, leds.stop
    return f"LED {first}" if first == last else f"LED {first} - {last}"


@frozen_dataclass(kw_only=True)
class Ws2812Table(StripTable):
    """A strip of WS2812, WS2812B, SK6812 or the like."""

    opens = "hardware.lamps.strip:open_ws2812"
    model = "ws2812"
    part = message("strip of WS2812")
    data = (BusWire("MOSI", "DIN", (Part.LEVEL_SHIFTER, Part.R_330)),)
    hears_everything = message("a WS2812 strip")
    # Nothing on SPI answers: of those that may be there, this is what most people have.
    may_be_proposed = True
    steady_clock = True


@frozen_dataclass(kw_only=True)
class Apa102Table(StripTable):
    """A strip of APA102, SK9822 or the like."""

    opens = "hardware.lamps.strip:open_apa102"
    model = "apa102"
    part = message("strip of APA102")
    data = (
        BusWire("MOSI", "DI", (Part.LEVEL_SHIFTER,)),
        BusWire("SCLK", "CI", (Part.LEVEL_SHIFTER,)),
    )
    hears_everything = message("an APA102 strip")


def _settings(order: str) -> tuple[Setting, ...]:
    return (
        TILES,
        BUS,
        CHIP_SELECT,
        Setting(
            "first_led",
            whole_number(1, LONGEST),
            message("the LED of the strip at which the tiles begin; the one nearest the Pi is 1"),
            default=1,
        ),
        Setting(
            "leds_per_tile", whole_number(1, LONGEST), message("how many LEDs light up a tile"), 1
        ),
        Setting(
            "dark_between",
            whole_number(0, LONGEST),
            message("how many LEDs stay dark between those of two tiles"),
            default=0,
        ),
        Setting(
            "backwards",
            yes_or_no(),
            message("whether the strip begins at the last tile"),
            default=False,
        ),
        Setting(
            "colour", colour(), message("the colour of a lit lamp"), (255, 150, 50), '`"#ff9632"`'
        ),
        BRIGHTNESS,
        Setting(
            "order", one_of(*ORDERS), message("the order of the colours on the wire"), default=order
        ),
    )


WS2812 = Driver(
    "ws2812",
    message(
        "a strip of WS2812, WS2812B or SK6812 LEDs whose data line is MOSI of an SPI bus; the bus "
        "is for the strip alone"
    ),
    _settings("grb"),
    Ws2812Table,
)
APA102 = Driver(
    "apa102",
    message("a strip of APA102 or SK9822 LEDs on an SPI bus, which is for the strip alone"),
    _settings("bgr"),
    Apa102Table,
)
