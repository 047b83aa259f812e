"""Lamps on the channels of a PCA9685, a chip for 16 LEDs on I2C."""

from __future__ import annotations

from functools import partial

from boxctl_pca9685 import Pca9685Table
from hardware.buses import MOST_I2C_BYTES
from hardware.lamps.i2c import I2cLamps
from hardware.lamps.retry import LampMachine

MODE1, MODE2, CHANNEL_0 = 0x00, 0x01, 0x06
"""Registers. Each channel has four: ON and OFF, the low byte of each first."""

AWAKE = 0x20
"""MODE1: the oscillator runs, and the register counts up by itself."""

PUSH_PULL = 0x04
"""MODE2: a channel gives current to its lamp."""

FULL = 0x10
"""In the high byte of ON or OFF: always on, always off."""

STEPS = 4096
"""Of the brightness."""

LIT_AT_ONCE = MOST_I2C_BYTES // 4


def frames(table: Pca9685Table, tiles: int, lit: int) -> tuple[bytes, ...]:
    """Return the writes that light exactly these of the lamps of ``tiles`` tiles.

    The chip is set up again each time, as a shaky supply may have reset it.
    """
    channels = [_channel(table.brightness if lit >> tile & 1 else 0) for tile in range(tiles)]
    parts = (channels[first : first + LIT_AT_ONCE] for first in range(0, tiles, LIT_AT_ONCE))
    first = range(CHANNEL_0 + 4 * table.first_channel, 0x100, 4 * LIT_AT_ONCE)
    return (
        bytes([MODE1, AWAKE]),
        bytes([MODE2, PUSH_PULL]),
        *(bytes([register]) + b"".join(part) for register, part in zip(first, parts, strict=False)),
    )


def open_pca9685(table: Pca9685Table, tiles: int, machine: LampMachine) -> I2cLamps:
    """Open the lamps of ``tiles`` tiles, dark. Raises :class:`Fault` BX421 to BX424."""
    return I2cLamps(table, "the PCA9685", partial(frames, table, tiles), machine)


def _channel(percent: int) -> bytes:
    """Return ON and OFF of a channel that is so bright."""
    if percent in (0, 100):
        return bytes([0, FULL, 0, 0]) if percent else bytes([0, 0, 0, FULL])
    return bytes([0, 0]) + (STEPS * percent // 100).to_bytes(2, "little")
