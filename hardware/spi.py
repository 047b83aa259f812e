"""Send bytes to a device on an SPI bus, through the kernel's spidev."""

from __future__ import annotations

import errno
import fcntl
import os
import sys
from collections.abc import Callable
from typing import Protocol

from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.os_reason import in_a_sentence
from hardware.config.tables.spi import SpiPlace

MOST_BYTES = 4096
"""Most bytes that spidev sends at once, by the default of its module."""


def _order_to_write(number: int, size: int) -> int:
    """Return the ioctl ``_IOW('k', number, size)`` of linux/spi/spidev.h."""
    return 1 << 30 | size << 16 | ord("k") << 8 | number


SET_MODE = _order_to_write(1, 1)
SET_BITS_PER_WORD = _order_to_write(3, 1)
SET_SPEED = _order_to_write(4, 4)


class SpiFile(Protocol):
    """An open device file of spidev. All but ``close`` may raise :class:`OSError`."""

    def ioctl(self, order: int, argument: bytes) -> None:
        """Set a parameter."""
        ...

    def write(self, data: bytes) -> int:
        """Send ``data`` while chip select is low; return how many bytes were sent."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


OpenSpiFile = Callable[[str], SpiFile]
"""Opens the device file of this path. May raise :class:`OSError`."""


class KernelSpiFile:
    """A device file of this machine."""

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def ioctl(self, order: int, argument: bytes) -> None:
        """Set a parameter."""
        fcntl.ioctl(self._fd, order, argument)

    def write(self, data: bytes) -> int:
        """Send ``data`` while chip select is low; return how many bytes were sent."""
        return os.write(self._fd, data)

    def close(self) -> None:
        """Close the file."""
        os.close(self._fd)


class SpiDevice:
    """A write-only device, in mode 0, highest bit first. ``what`` is its name for people.

    Raises :class:`Fault` BX415, BX416 or BX417.
    """

    def __init__(
        self, place: SpiPlace, speed: int, what: str, open_file: OpenSpiFile = KernelSpiFile
    ) -> None:
        try:
            self._file = open_file(str(place))
        except OSError as error:
            raise fault_of(place, what, error) from error
        try:
            self._file.ioctl(SET_MODE, bytes([0]))
            self._file.ioctl(SET_BITS_PER_WORD, bytes([8]))
            self._file.ioctl(SET_SPEED, speed.to_bytes(4, sys.byteorder))
        except OSError as error:
            self._file.close()
            raise fault_of(place, what, error) from error

    def send(self, data: bytes) -> None:
        """Send this at once and wait until it is sent. Raises :class:`OSError`."""
        sent = self._file.write(data)
        if sent != len(data):
            raise OSError(
                errno.EIO, tr("{sent} of {all} bytes were sent", sent=sent, all=len(data))
            )

    def close(self) -> None:
        """Close the device file."""
        self._file.close()


def fault_of(place: SpiPlace, what: str, error: OSError) -> Fault:
    """Return the fault for people of an error on a device file."""
    why = in_a_sentence(error)
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            overlay = f"dtoverlay=spi{place.bus}-{place.chip_select + 1}cs"
            switch = "dtparam=spi=on" if place.bus == 0 else overlay
            return Fault(
                "BX415",
                tr(
                    "{place} for {what} is not there; write {switch} into "
                    "/boot/firmware/config.txt and restart the Pi, or give another bus or "
                    "chip_select in box.toml",
                    place=place,
                    what=tr(what),
                    switch=switch,
                ),
            )
        case errno.EACCES | errno.EPERM:
            return Fault(
                "BX416",
                tr(
                    "this user may not use {place} for {what}; add it to the group spi (sudo "
                    "usermod -aG spi $USER) and log in again",
                    place=place,
                    what=tr(what),
                ),
            )
        case _:
            return Fault(
                "BX417",
                tr(
                    "{place} for {what} cannot be used ({why}); look at the kernel's messages"
                    " (dmesg)",
                    place=place,
                    what=tr(what),
                    why=why,
                ),
            )
