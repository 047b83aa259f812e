"""The driver ``74hc595``: a lamp on each output of a chain of shift registers.

MOSI goes to SER of the first chip, QH' of each to SER of the next, SCLK to SRCLK, and chip select
to RCLK: what was shifted in reaches the outputs when chip select goes high.
"""

from __future__ import annotations

from functools import partial

from hardware.config.tables.shift_register import OUTPUTS, ShiftRegisterTable
from hardware.lamps.spi import SpiBus, SpiLamps

SPEED = 1_000_000
"""Bits a second; the chip takes 20 MHz, a long wire does not."""


def frames(table: ShiftRegisterTable, lit: int) -> tuple[bytes, ...]:
    """Return the bytes that light exactly these lamps; bit 0 of ``lit`` is the first.

    A byte is sent with its highest bit first, which ends up at QH. The first byte that is sent ends
    up in the last chip.
    """
    levels = lit if table.active == "high" else lit ^ (1 << table.chips * OUTPUTS) - 1
    return (levels.to_bytes(table.chips, "big"),)


def open_shift_register(table: ShiftRegisterTable, bus: SpiBus) -> SpiLamps:
    """Open the lamps, dark. Raises :class:`Fault` BX415 to BX417."""
    return SpiLamps(table.place, SPEED, "the 74HC595", partial(frames, table), bus)
