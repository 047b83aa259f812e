"""The buses of the machine, as the drivers of lamps, displays and dice are given them."""

from __future__ import annotations

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.installation import install_command
from groundwork.language import tr
from hardware.config.device_table import DeviceTable
from hardware.config.tables.i2c import I2cPlace
from hardware.config.tables.spi import SpiPlace
from hardware.i2c import OpenI2c, check_i2c, open_i2c
from hardware.spi import KernelSpiFile, OpenSpiFile, SpiDevice

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
            command=install_command("display"),
        ),
    )
