"""The driver ``apa102``: a strip of LEDs on clock and data of an SPI bus."""

from __future__ import annotations

from functools import partial

from hardware.config.tables.strip import Apa102Table
from hardware.lamps.retry import LampMachine
from hardware.lamps.spi import SpiLamps
from hardware.lamps.strip_pixels import colours

SPEED = 4_000_000
"""Bits a second; slow enough for a metre of wire."""

START = bytes(4)

FULL = bytes([0b111_11111])
"""Start of an LED's data: three ones, then its global brightness, 31 of 31. A lower one would
flicker visibly."""


def frames(strip: Apa102Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """Return the bytes that light exactly the lamps of these tiles.

    Each LED forwards the data half a clock late, so the end needs one clock for every two LEDs. An
    SK9822 latches after 32 more zeros. Zeros, because ones would light the LED after the last.
    """
    shown = colours(strip, tiles, lit)
    late = -(-len(shown) // 16)
    return (START + b"".join(FULL + led for led in shown) + bytes(4 + late),)


def open_apa102(strip: Apa102Table, tiles: int, machine: LampMachine) -> SpiLamps:
    """Open the lamps of ``tiles`` tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(strip.place, SPEED, "the APA102 strip", partial(frames, strip, tiles), machine)
