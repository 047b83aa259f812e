"""The drivers ``apa102`` and ``ws2812``: strips of LEDs on an SPI bus.

An APA102 has clock and data. The only line of a WS2812 is MOSI: it reads a bit from how long the
line is high, about a quarter of 1.25 µs is a 0, two thirds a 1. Each bit is sent as one byte at
6.4 MHz, so that a gap between bytes (one bit on a Pi 4) only lengthens the low phase, which does no
harm. Three SPI bits for each bit at 2.4 MHz would be shorter, but the gap would break them.
"""

from __future__ import annotations

from functools import partial

from hardware.config.tables.strip import Apa102Table, StripTable, Ws2812Table
from hardware.lamps.retry import LampMachine
from hardware.lamps.spi import SpiLamps

DARK = bytes(3)


def colours(strip: StripTable, tiles: int, lit: int) -> list[bytes]:
    """Return the colour of each LED, in the order of the wire, up to the last lamp.

    ``lit`` is which of the ``tiles`` are lit; bit 0 is the first.
    """
    shown = [DARK] * strip.leds(tiles)
    shines = _shining(strip)
    for tile in range(tiles):
        if lit >> tile & 1:
            for led in strip.leds_of(tile, tiles):
                shown[led] = shines
    return shown


def _shining(strip: StripTable) -> bytes:
    """Return the bytes of a lit LED. Dimming never turns a present colour off."""
    faint = [(value * strip.brightness + 99) // 100 for value in strip.colour]
    by_name = dict(zip("rgb", faint, strict=True))
    return bytes(by_name[name] for name in strip.order)


APA102_HZ = 4_000_000
"""Bits a second; slow enough for a metre of wire."""

START = bytes(4)

FULL = bytes([0b111_11111])
"""Start of an LED's data: three ones, then its global brightness, 31 of 31. A lower one would
flicker visibly."""


def apa102_frames(strip: Apa102Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """Return the bytes that light exactly the lamps of these tiles.

    Each LED forwards the data half a clock late, so the end needs one clock for every two LEDs. An
    SK9822 latches after 32 more zeros. Zeros, because ones would light the LED after the last.
    """
    shown = colours(strip, tiles, lit)
    late = -(-len(shown) // 16)
    return (START + b"".join(FULL + led for led in shown) + bytes(4 + late),)


def open_apa102(strip: Apa102Table, tiles: int, machine: LampMachine) -> SpiLamps:
    """Open the lamps of ``tiles`` tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(
        strip.place, APA102_HZ, "the APA102 strip", partial(apa102_frames, strip, tiles), machine
    )


WS2812_HZ = 6_400_000
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


def ws2812_frames(strip: Ws2812Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """Return the bytes that light exactly the lamps of these tiles.

    A pause goes first, to end whatever the idle line did.
    """
    data = b"".join(_SENT[value] for led in colours(strip, tiles, lit) for value in led)
    return (PAUSE + data + PAUSE,)


def open_ws2812(strip: Ws2812Table, tiles: int, machine: LampMachine) -> SpiLamps:
    """Open the lamps of ``tiles`` tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(
        strip.place, WS2812_HZ, "the WS2812 strip", partial(ws2812_frames, strip, tiles), machine
    )
