"""The driver ``max7219``: LEDs in the rows (digits) and columns (segments) of MAX7219 chips.

A chip takes words of 16 bits, a register and its value, when chip select goes high. Of chained
chips the first word that is sent goes to the last one.
"""

from __future__ import annotations

from functools import partial

from hardware.config.tables.max7219 import DIGITS, LEDS, SEGMENTS, Max7219Table
from hardware.lamps.spi import SpiBus, SpiLamps

SPEED = 1_000_000
"""Bits a second; the chip bears 10 MHz, a long wire does not."""

DIGIT_0 = 0x1
DECODE_MODE = 0x9
INTENSITY = 0xA
SCAN_LIMIT = 0xB
SHUTDOWN = 0xC
DISPLAY_TEST = 0xF

_STEPS = 16
"""So many degrees of brightness a chip has."""


def frames(table: Max7219Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """What is sent so that the lamps of these tiles are lit and no others.

    Each part is sent with a chip select of its own. The chips are set up anew each time: a spark
    in the wood may have made one forget.
    """

    def everywhere(register: int, value: int) -> bytes:
        return bytes([register, value]) * table.chips

    rows = _rows(table, tiles, lit)
    return (
        everywhere(DISPLAY_TEST, 0),
        everywhere(DECODE_MODE, 0),
        everywhere(SCAN_LIMIT, DIGITS - 1),
        everywhere(INTENSITY, max(0, table.brightness * _STEPS // 100 - 1)),
        *(
            b"".join(bytes([DIGIT_0 + digit, chip[digit]]) for chip in reversed(rows))
            for digit in range(DIGITS)
        ),
        everywhere(SHUTDOWN, 1),
    )


def open_max7219(table: Max7219Table, tiles: int, bus: SpiBus) -> SpiLamps:
    """Open the lamps of so many tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(table.place, SPEED, "the MAX7219", partial(frames, table, tiles), bus)


def _rows(table: Max7219Table, tiles: int, lit: int) -> list[bytearray]:
    """Of each chip the value of each digit."""
    rows = [bytearray(DIGITS) for _ in range(table.chips)]
    for tile in range(tiles):
        first = table.first_led + tile * table.leds_per_tile
        for led in range(first, first + table.leds_per_tile) if lit >> tile & 1 else ():
            chip, place = divmod(led, LEDS)
            across, on = divmod(place, len(SEGMENTS))
            digit, segment = (across, on) if table.along == "segments" else (on, across)
            rows[chip][digit] |= 0x80 >> segment
    return rows
