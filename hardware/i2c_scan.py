"""Find the addresses of an I2C bus at which something answers."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from fcntl import ioctl

FIRST, LAST = 0x08, 0x77
"""The addresses that devices may have; the others mean something else on the bus."""

_I2C_SLAVE = 0x0703

AsksAddress = Callable[[int, int], None]
"""Reads a byte from an address of an open bus. Raises OSError if nothing answers."""


def read_byte(bus: int, address: int) -> None:
    """Read a byte from this address of the bus with this file descriptor. Raises OSError."""
    ioctl(bus, _I2C_SLAVE, address)
    os.read(bus, 1)


def answering(bus: int, ask: AsksAddress = read_byte) -> tuple[int, ...]:
    """Return the addresses that answer on ``/dev/i2c-N``, N being ``bus``.

    A device that a driver of the kernel has is among them. Nothing is written to any device.
    Raises OSError if the bus cannot be opened.
    """
    return _answering_of(range(FIRST, LAST + 1), bus, ask)


def answers_at(bus: int, address: int, ask: AsksAddress = read_byte) -> bool:
    """Return whether something answers at this address of ``/dev/i2c-N``, N being ``bus``.

    Nothing is written. Raises OSError if the bus cannot be opened.
    """
    return bool(_answering_of((address,), bus, ask))


def _answering_of(addresses: Iterable[int], bus: int, ask: AsksAddress) -> tuple[int, ...]:
    opened = os.open(f"/dev/i2c-{bus}", os.O_RDWR)
    try:
        return tuple(address for address in addresses if _answers(opened, address, ask))
    finally:
        os.close(opened)


def _answers(bus: int, address: int, ask: AsksAddress) -> bool:
    try:
        ask(bus, address)
    except OSError as error:
        return error.errno == errno.EBUSY
    return True
