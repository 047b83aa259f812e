"""The buses of the machine, I2C and SPI, as the drivers of devices are given them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from groundwork.faults import Fault, in_a_sentence, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.installation import install_command
from groundwork.language import tr
from hardware.config.device_table import DeviceTable
from hardware.config.tables.i2c import FIRST, LAST, I2cPlace
from hardware.config.tables.spi import SpiPlace

MOST_I2C_BYTES = 32
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
    from fcntl import ioctl  # Linux alone has these buses

    ioctl(bus, _I2C_SLAVE, address)
    os.read(bus, 1)


def answering(bus: int, ask: AsksAddress = read_byte) -> tuple[int, ...]:
    """Return the addresses that answer on ``/dev/i2c-N``, N being ``bus``.

    A device that a driver of the kernel has is among them. Nothing is written to any device.
    Raises OSError if the bus cannot be opened.
    """
    return _answering_of(range(FIRST, LAST + 1), bus, ask)


def answers_at(bus: int, address: int) -> bool:
    """Return whether something answers at this address of ``/dev/i2c-N``, N being ``bus``.

    Nothing is written. Raises OSError if the bus cannot be opened.
    """
    return bool(_answering_of((address,), bus, read_byte))


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


MOST_SPI_BYTES = 4096
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
        from fcntl import ioctl

        ioctl(self._fd, order, argument)

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


SPI_HZ = 1_000_000
"""Hertz. A MAX7219 takes ten times that; a chain on long wires does not."""


@frozen_dataclass
class Buses:
    """The functions that open buses: those of this machine, or replacements."""

    i2c: OpenI2c = open_i2c
    spi: OpenSpiFile = KernelSpiFile

    def check(self, device: DeviceTable) -> None:
        """Raise :class:`Fault` if a device cannot work.

        That is without its libraries (BX421), or if its bus is not there (BX415, BX422) or not for
        this user (BX416, BX423).
        """
        check_libraries(device)
        place = device.place
        if isinstance(place, SpiPlace):
            SpiDevice(place, SPI_HZ, device.what, self.spi).close()
        elif isinstance(place, I2cPlace) and self.i2c is open_i2c:
            check_i2c(place, type(device))


def check_libraries(device: DeviceTable) -> None:
    """Raise :class:`Fault` BX421 if a library of the device is missing. Nothing is imported."""
    for library in device.libraries:
        if not _is_there(library):
            raise libraries_missing(type(device), tr("there is no {name}", name=library))


def _is_there(library: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:
        return False


def libraries_missing(device: type[DeviceTable], why: str) -> Fault:
    """Return the fault that a library of the device cannot be imported (BX421)."""
    return Fault(
        "BX421",
        tr(
            "the libraries for {what} cannot be imported ({why}); install them: {command}",
            what=tr(device.what),
            why=why,
            command=install_command(device.extra),
        ),
    )
