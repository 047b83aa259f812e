"""The driver ``ws2812``: a strip of LEDs whose only line is MOSI of an SPI bus.

A WS2812 reads a bit from how long the line is high: about a quarter of 1.25 µs is a 0, two thirds
a 1. Each bit is sent as one byte at 6.4 MHz, so that a gap between bytes (one bit on a Pi 4) only
lengthens the low phase, which does no harm. Three SPI bits for each bit at 2.4 MHz would be
shorter, but the gap would break them.
"""

from __future__ import annotations

from functools import partial

from hardware.config.tables.strip import Ws2812Table
from hardware.lamps.retry import LampMachine
from hardware.lamps.spi import SpiLamps
from hardware.lamps.strip_pixels import colours

SPEED = 6_400_000
"""Bits a second: one bit takes 156 ns, a byte 1.25 µs."""

ZERO = 0b11000000
"""High for 313 ns: WS2812B wants 220 to 380 ns, older ones 250 to 550 ns."""

ONE = 0b11111000
"""High for 781 ns: WS2812B wants 580 to 1000 ns, older ones 550 to 850 ns."""

PAUSE = bytes(250)
"""Low for 312 µs; a strip latches after 280 µs."""

_SENT = tuple(
    bytes(ONE if value >> bit & 1 else ZERO for bit in reversed(range(8))) for value in range(256)
)


def frames(strip: Ws2812Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """Return the bytes that light exactly the lamps of these tiles.

    A pause goes first, to end whatever the idle line did.
    """
    data = b"".join(_SENT[value] for led in colours(strip, tiles, lit) for value in led)
    return (PAUSE + data + PAUSE,)


def open_ws2812(strip: Ws2812Table, tiles: int, machine: LampMachine) -> SpiLamps:
    """Open the lamps of ``tiles`` tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(strip.place, SPEED, "the WS2812 strip", partial(frames, strip, tiles), machine)
