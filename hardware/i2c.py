"""The I2C buses of the Pi: open one, say what is wrong with it, find what answers there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from fcntl import ioctl
from pathlib import Path
from typing import Protocol

from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.os_reason import os_reason
from hardware.config.device_table import DeviceTable
from hardware.config.tables.i2c import FIRST, LAST, I2cPlace

MOST_BYTES = 32
"""Most bytes that follow the register in one write."""

_I2C_SLAVE = 0x0703


class I2cBus(Protocol):
    """An open I2C bus, as smbus2 has it."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Send one byte. Raises :class:`OSError` if nothing answers at that address."""
        ...

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Send a register and up to 32 bytes. Raises :class:`OSError` likewise."""
        ...

    def close(self) -> None:
        """Close the bus."""
        ...


OpenI2c = Callable[[int], I2cBus]
"""Opens the I2C bus of this number. May raise :class:`OSError`."""


def open_i2c(number: int) -> I2cBus:
    """Open an I2C bus through the kernel's ``/dev/i2c-N``. Raises :class:`OSError`."""
    from smbus2 import SMBus

    bus: I2cBus = SMBus(number)
    return bus


def check_i2c(place: I2cPlace, device: type[DeviceTable]) -> None:
    """Raise :class:`Fault` if there is no such bus (BX422), or not for this user (BX423)."""
    if not Path(place.path).exists():
        raise no_i2c_bus(place, device)
    if not os.access(place.path, os.R_OK | os.W_OK):
        raise i2c_not_permitted(place, device)


def no_i2c_bus(place: I2cPlace, device: type[DeviceTable]) -> Fault:
    """Return the fault of a bus that is not there (BX422)."""
    return Fault(
        "BX422",
        tr(
            "{path} for {what} is not there; write dtparam=i2c_arm=on into "
            "/boot/firmware/config.txt and restart the Pi, or give another bus in [{table}]",
            path=place.path,
            what=tr(device.what),
            table=device.table,
        ),
    )


def i2c_not_permitted(place: I2cPlace, device: type[DeviceTable]) -> Fault:
    """Return the fault of a bus that is not for this user (BX423)."""
    return Fault(
        "BX423",
        tr(
            "this user may not use {path} for {what}; add it to the group i2c (sudo "
            "usermod -aG i2c $USER) and log in again",
            path=place.path,
            what=tr(device.what),
        ),
    )


def no_answer(place: I2cPlace, device: type[DeviceTable], error: OSError) -> Fault:
    """Return the fault of a device that does not acknowledge (BX424)."""
    return Fault(
        "BX424",
        tr(
            "{place}: {why}; look at its wires and at [{table}]",
            place=place,
            why=os_reason(error),
            table=device.table,
        ),
    )


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
