"""The drivers ``ws2812`` and ``apa102``: the settings of a strip of coloured LEDs.

The devices are in :mod:`hardware.lamps.ws2812` and :mod:`hardware.lamps.apa102`.
"""

from __future__ import annotations

from itertools import permutations

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.declare import Driver, Setting
from hardware.config.kinds import Colour, colour, one_of, whole_number, yes_or_no
from hardware.config.tables.lamps import BRIGHTNESS, TILES
from hardware.config.tables.spi import BUS, CHIP_SELECT, SpiPlace

LONGEST = 144
"""Most LEDs that are sent in under 5 ms and at once: spidev takes 4096 bytes."""

ORDERS = tuple("".join(order) for order in permutations("rgb"))


@frozen_dataclass(kw_only=True)
class StripTable:
    """A strip of LEDs; ``order`` is the order of colours on the wire; ``first_led`` counts from 1.

    ``tiles`` None is every tile of the box.
    """

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

    @property
    def place(self) -> SpiPlace:
        """The bus and chip select of the strip."""
        return SpiPlace(self.bus, self.chip_select)

    def leds(self, tiles: int) -> int:
        """Return how many LEDs there are up to the last lamp of ``tiles`` tiles."""
        between = (tiles - 1) * self.dark_between
        return self.first_led - 1 + tiles * self.leds_per_tile + between

    def leds_of(self, place: int, tiles: int) -> range:
        """Return the LEDs, counted from 0, of the tile in this place, from 0, of ``tiles``."""
        along = tiles - 1 - place if self.backwards else place
        first = self.first_led - 1 + along * (self.leds_per_tile + self.dark_between)
        return range(first, first + self.leds_per_tile)


@frozen_dataclass(kw_only=True)
class Ws2812Table(StripTable):
    """A strip of WS2812, WS2812B, SK6812 or the like."""


@frozen_dataclass(kw_only=True)
class Apa102Table(StripTable):
    """A strip of APA102, SK9822 or the like."""


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
