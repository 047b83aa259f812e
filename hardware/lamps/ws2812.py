"""The driver ``ws2812``: a strip of LEDs whose only line is MOSI of an SPI bus.

A WS2812 tells bits by how long the line is high: a quarter of 1.25 µs or so is a 0, two thirds of
it a 1. Each bit is sent as one byte at 6.4 MHz, so that what the Pi puts between two bytes (one
more bit on a Pi 4) only makes the line low for longer, which no strip minds. Three bits for a bit
at 2.4 MHz would be shorter, and wrong there.
"""

from __future__ import annotations

from functools import partial

from hardware.config.tables.strip import Ws2812Table
from hardware.lamps.spi import SpiBus, SpiLamps
from hardware.lamps.strip_pixels import colours

SPEED = 6_400_000
"""Bits a second: one bit takes 156 ns, a byte 1.25 µs."""

ZERO = 0b11000000
"""High for 313 ns: WS2812B wants 220 to 380 ns, older ones 250 to 550 ns."""

ONE = 0b11111000
"""High for 781 ns: WS2812B wants 580 to 1000 ns, older ones 550 to 850 ns."""

PAUSE = bytes(250)
"""The line is low for 312 µs; after 280 µs a strip shows what it was sent."""

_SENT = tuple(
    bytes(ONE if value >> bit & 1 else ZERO for bit in reversed(range(8))) for value in range(256)
)


def frames(strip: Ws2812Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """What is sent so that the lamps of these tiles are lit and no others.

    The pause before it ends whatever the line did while nobody sent.
    """
    data = b"".join(_SENT[value] for led in colours(strip, tiles, lit) for value in led)
    return (PAUSE + data + PAUSE,)


def open_ws2812(strip: Ws2812Table, tiles: int, bus: SpiBus) -> SpiLamps:
    """Open the lamps of so many tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(strip.place, SPEED, "the WS2812 strip", partial(frames, strip, tiles), bus)
