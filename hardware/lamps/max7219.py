"""The driver ``max7219``: LEDs in the rows (digits) and columns (segments) of MAX7219 chips.

A chip takes a word of 16 bits, register and value, when chip select goes high. In a chain the first
word sent goes to the last chip.
"""

from __future__ import annotations

from functools import partial

from hardware.config.tables.max7219 import DIGITS, Max7219Table
from hardware.lamps.retry import LampMachine
from hardware.lamps.spi import SpiLamps

SPEED = 1_000_000
"""Bits a second; the chip bears 10 MHz, a long wire does not."""

DIGIT_0 = 0x1
DECODE_MODE = 0x9
INTENSITY = 0xA
SCAN_LIMIT = 0xB
SHUTDOWN = 0xC
DISPLAY_TEST = 0xF

_STEPS = 16
"""Levels of brightness of a chip."""


def frames(table: Max7219Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """Return the bytes that light exactly the lamps of these tiles.

    Each part is sent with a chip select of its own. The chips are set up again each time, as static
    discharge may have reset one.
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


def open_max7219(table: Max7219Table, tiles: int, machine: LampMachine) -> SpiLamps:
    """Open the lamps of ``tiles`` tiles, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(table.place, SPEED, "the MAX7219", partial(frames, table, tiles), machine)


def _rows(table: Max7219Table, tiles: int, lit: int) -> list[bytearray]:
    """Return the value of each digit of each chip."""
    rows = [bytearray(DIGITS) for _ in range(table.chips)]
    for tile in range(tiles):
        for led in table.leds_of(tile) if lit >> tile & 1 else ():
            rows[led.chip][led.digit] |= 0x80 >> led.segment
    return rows
