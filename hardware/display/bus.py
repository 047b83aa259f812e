"""The Pi's buses for displays: I2C and SPI."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.tables.display import I2cPlace
from hardware.config.tables.spi import SpiPlace
from hardware.spi import KernelSpiFile, OpenSpiFile, SpiDevice

SPI_HZ = 1_000_000
"""Hertz. A MAX7219 takes ten times that; a chain on long wires does not."""

WHAT = message("the display")


class I2cBus(Protocol):
    """The I2C bus as luma needs it."""

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


class LumaSpi:
    """A device on SPI with luma's interface. Sending may raise :class:`OSError`.

    luma's own needs the package ``spidev``, which has no wheels and so needs a compiler.
    """

    def __init__(self, device: SpiDevice) -> None:
        self._device = device

    def data(self, data: Sequence[int]) -> None:
        """Send these bytes while chip select is low."""
        self._device.send(bytes(data))

    def cleanup(self) -> None:
        """Do nothing: its opener closes it."""


@frozen_dataclass
class Buses:
    """The functions that open buses: those of this machine, or replacements."""

    i2c: OpenI2c = open_i2c
    spi: OpenSpiFile = KernelSpiFile


def check_bus(place: I2cPlace | SpiPlace, buses: Buses) -> None:
    """Raise :class:`Fault` if there is no such bus (BX415, BX422) or not for this user."""
    if isinstance(place, SpiPlace):
        SpiDevice(place, SPI_HZ, WHAT, buses.spi).close()
    elif buses.i2c is open_i2c:
        _check_i2c(place)


def _check_i2c(place: I2cPlace) -> None:
    if not Path(place.path).exists():
        raise no_i2c_bus(place)
    if not os.access(place.path, os.R_OK | os.W_OK):
        raise i2c_not_permitted(place)


def no_i2c_bus(place: I2cPlace) -> Fault:
    """Return the fault of a bus that is not there (BX422)."""
    return Fault(
        "BX422",
        tr(
            "{path} for {what} is not there; write dtparam=i2c_arm=on into "
            "/boot/firmware/config.txt and restart the Pi, or give another bus in "
            "[display]",
            path=place.path,
            what=tr(WHAT),
        ),
    )


def i2c_not_permitted(place: I2cPlace) -> Fault:
    """Return the fault of a bus that is not for this user (BX423)."""
    return Fault(
        "BX423",
        tr(
            "this user may not use {path} for {what}; add it to the group i2c (sudo "
            "usermod -aG i2c $USER) and log in again",
            path=place.path,
            what=tr(WHAT),
        ),
    )
