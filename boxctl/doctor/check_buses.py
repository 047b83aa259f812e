"""The buses I2C and SPI that displays and lamps hang on."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from boxctl.doctor.check_result import CheckResult, Soundness, bad, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import spi_places
from groundwork.language import all_of, tr
from groundwork.os_reason import os_error
from hardware.config.box_file import BoxFile
from hardware.config.tables.display import (
    LCD_ADDRESSES,
    OLED_ADDRESSES,
    DigitsTable,
    DisplayTable,
    I2cPlace,
    LcdTable,
    MatrixTable,
    OledTable,
)
from hardware.config.tables.spi import SpiPlace
from hardware.display.bus import i2c_not_permitted, no_i2c_bus
from hardware.spi import fault_of


def check_buses(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that each bus is there, that this user may use it, and that the display answers.

    Writes nothing to any device.
    """
    if box_file is None:
        return
    display = box_file.display
    if display is not None and isinstance(place := display.place, I2cPlace):
        bus = machine.at(place.path)
        if not bus.exists():
            yield bad("i2c", no_i2c_bus(place))
        elif not machine.may_use(bus):
            yield bad("i2c", i2c_not_permitted(place))
        else:
            yield good("i2c", tr("this user may use {chips}", chips=place.path))
            if (found := _display_there(machine, display, place)) is not None:
                yield found
    for spi, what in spi_places(box_file):
        file = machine.at(str(spi))
        if not file.exists():
            yield _no_spi(machine, spi, what)
        elif not machine.may_use(file):
            yield bad("spi", fault_of(spi, what, os_error(errno.EACCES)))
        else:
            yield good("spi", tr("this user may use {chips}", chips=spi))


def _display_there(machine: Machine, display: DisplayTable, place: I2cPlace) -> CheckResult | None:
    """Return whether the display answers; None if another program has the bus at this moment."""
    where = f"{place.address:#04x}"
    if (chip := _chip_of_kernel(machine, place)) is not None:
        says = tr(
            "the kernel drives a {chip} at {address} on {bus}, so no display can be used there; "
            "give one of the two another address, in [display] or in the overlay of the {chip} in "
            "config.txt",
            chip=chip,
            address=where,
            bus=place.path,
        )
        return CheckResult("display", Soundness.BAD, says, "BX424")
    try:
        if machine.answers_at(place.bus, place.address):
            return good("display", tr("something answers at {address}", address=where))
        others = list(_other_addresses(machine, display, place))
    except OSError:
        return None
    if not others:
        says = tr(
            "nothing answers at {address} on {bus}, where the display should be; look at its four "
            "wires, and whether it has another address: boxctl setup lists those that answer",
            address=where,
            bus=place.path,
        )
    else:
        says = tr(
            "nothing answers at {address} on {bus}, where the display should be, but something "
            "does at {others}; if that is the display, write address = {first} in [display], or "
            "look at its four wires",
            address=where,
            bus=place.path,
            others=all_of(others),
            first=others[0],
        )
    return CheckResult("display", Soundness.BAD, says, "BX424")


def _other_addresses(machine: Machine, display: DisplayTable, place: I2cPlace) -> Iterator[str]:
    """Yield the addresses on this bus at which such a display may be, and something answers."""
    for address in _usual_addresses(display):
        other = I2cPlace(place.bus, address)
        if (
            other != place
            and _chip_of_kernel(machine, other) is None
            and machine.answers_at(other.bus, other.address)
        ):
            yield f"{address:#04x}"


def _usual_addresses(display: DisplayTable) -> Iterable[int]:
    match display:
        case OledTable():
            return OLED_ADDRESSES
        case LcdTable():
            return LCD_ADDRESSES
        case DigitsTable() | MatrixTable():
            return ()
        case _:
            assert_never(display)


def _chip_of_kernel(machine: Machine, place: I2cPlace) -> str | None:
    """Return the name of the chip at this address that a driver of the kernel has; None if none."""
    device = f"/sys/bus/i2c/devices/{place.bus}-{place.address:04x}"
    return machine.text(f"{device}/name") if machine.at(f"{device}/driver").exists() else None


def _no_spi(machine: Machine, place: SpiPlace, what: str) -> CheckResult:
    driver = machine.at(f"/sys/bus/spi/devices/spi{place.bus}.{place.chip_select}/driver")
    if not driver.exists():
        return bad("spi", fault_of(place, what, os_error(errno.ENOENT)))
    says = tr(
        "{place} for {what} is not there, as {driver}, a driver of the kernel, has this chip "
        "select; take its overlay out of config.txt and restart the Pi, or give another bus or "
        "chip_select in box.toml",
        place=place,
        what=tr(what),
        driver=Path(os.path.realpath(driver)).name,
    )
    return CheckResult("spi", Soundness.BAD, says, "BX415")
