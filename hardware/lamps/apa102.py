"""The driver ``apa102``: a strip of LEDs on the clock and the data line of an SPI bus."""

from __future__ import annotations

from functools import partial

from hardware.config.tables.strip import Apa102Table
from hardware.lamps.spi import SpiBus, SpiLamps
from hardware.lamps.strip_pixels import colours

SPEED = 4_000_000
"""Bits a second; slow enough for a metre of wire."""

START = bytes(4)

FULL = bytes([0b111_11111])
"""Three ones begin an LED's part; then comes its current in 31 steps, here all of it. A lower one
would be told by switching it on and off slowly enough to be seen."""


def frames(strip: Apa102Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """What is sent so that the lamps of these tiles are lit and no others.

    Each LED hands the data on half a clock late, so that the last one needs half as many more
    clocks as there are LEDs. An SK9822 shows what it has after 32 more zeros. Zeros, as ones would
    light the LED after the last.
    """
    shown = colours(strip, tiles, lit)
    late = -(-len(shown) // 16)
    return (START + b"".join(FULL + led for led in shown) + bytes(4 + late),)


def open_apa102(strip: Apa102Table, tiles: int, bus: SpiBus) -> SpiLamps:
    """Open the lamps of so many tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(strip.place, SPEED, "the APA102 strip", partial(frames, strip, tiles), bus)
