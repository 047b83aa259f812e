"""Check the lines on gpiochips and the buses I2C and SPI that the devices of the box hang on."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from boxctl.doctor.check import (
    CheckResult,
    Machine,
    Soundness,
    bad,
    good,
    pins_used,
    uses_pins,
)
from groundwork.faults import Fault, os_error
from groundwork.language import all_of, tr
from hardware.buses import fault_of, i2c_not_permitted, no_i2c_bus
from hardware.config.box_file import BoxFile
from hardware.config.device_table import DeviceTable
from hardware.config.tables.i2c import I2cPlace, OnI2c
from hardware.config.tables.spi import SpiPlace
from hardware.gpio.lines import PINS, GpioLine, GpioLines, held_line, other_factory, user_of_line

SUBJECT_OF = {"lamps": "lamps", "display": "display", "roller": "dice"}
"""The subject of what is found about the device of a table."""


def check_buses(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that each bus is there, that this user may use it, and that what is on I2C answers.

    Writes nothing to any device.
    """
    if box_file is None:
        return
    devices = box_file.devices()
    for device in devices:
        if isinstance(device.place, I2cPlace):
            yield from _on_i2c(machine, type(device), device.place)
    on_spi = ((d.place, d.what) for d in devices if isinstance(d.place, SpiPlace))
    for place, what in dict.fromkeys(on_spi):
        yield _on_spi(machine, place, what)


def _on_i2c(machine: Machine, device: type[DeviceTable], place: I2cPlace) -> Iterator[CheckResult]:
    bus = machine.at(place.path)
    if not bus.exists():
        yield bad("i2c", no_i2c_bus(place, device))
    elif not machine.may_use(bus):
        yield bad("i2c", i2c_not_permitted(place, device))
    else:
        yield good("i2c", tr("this user may use {chips}", chips=place.path))
        if (found := _answer_at(machine, device, place)) is not None:
            yield found


def _on_spi(machine: Machine, place: SpiPlace, what: str) -> CheckResult:
    file = machine.at(str(place))
    if not file.exists():
        return _no_spi(machine, place, what)
    if not machine.may_use(file):
        return bad("spi", fault_of(place, what, os_error(errno.EACCES)))
    return good("spi", tr("this user may use {chips}", chips=place))


def _answer_at(machine: Machine, device: type[DeviceTable], place: I2cPlace) -> CheckResult | None:
    """Return whether the device answers; None if another program has the bus at this moment."""
    where, subject = f"{place.address:#04x}", SUBJECT_OF[device.table]
    if (chip := _chip_of_kernel(machine, place)) is not None:
        says = tr(
            "the kernel drives a {chip} at {address} on {bus}, so [{table}] cannot be used there; "
            "give one of the two another address, in [{table}] or in the overlay of the {chip} in "
            "config.txt",
            chip=chip,
            address=where,
            bus=place.path,
            table=device.table,
        )
        return CheckResult(subject, Soundness.BAD, says, "BX424")
    try:
        if machine.answers_at(place.bus, place.address):
            return good(subject, tr("something answers at {address}", address=where))
        others = list(_other_addresses(machine, device, place))
    except OSError:
        return None
    if not others:
        says = tr(
            "nothing answers at {address} on {bus}, where [{table}] should be; look at its "
            "wires, and whether it has another address: boxctl setup lists those that answer",
            address=where,
            bus=place.path,
            table=device.table,
        )
    else:
        says = tr(
            "nothing answers at {address} on {bus}, where [{table}] should be, but something "
            "does at {others}; if that is it, write address = {first} in [{table}], or look at "
            "its wires",
            address=where,
            bus=place.path,
            others=all_of(others),
            first=others[0],
            table=device.table,
        )
    return CheckResult(subject, Soundness.BAD, says, "BX424")


def _other_addresses(machine: Machine, device: type[DeviceTable], place: I2cPlace) -> Iterator[str]:
    """Yield the addresses on this bus at which such a device may be, and something answers."""
    for address in device.addresses if issubclass(device, OnI2c) else ():
        other = I2cPlace(place.bus, address)
        if (
            other != place
            and _chip_of_kernel(machine, other) is None
            and machine.answers_at(other.bus, other.address)
        ):
            yield f"{address:#04x}"


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


def check_pins(
    machine: Machine, box_file: BoxFile | None, *, is_running: bool
) -> Iterator[CheckResult]:
    """Check that each line is there, that this user may have it, and that nobody else has it.

    ``is_running`` says that the box is being played: then it has the lines itself. Opens no line.
    """
    if box_file is None or not uses_pins(box_file) or other_factory() is not None:
        return
    if machine.why_no_import(PINS) is not None:
        return  # check_python says so.
    from hardware.gpio.gpiod_chips import CONSUMER, GpiodChips

    with ExitStack() as closing:
        chips = GpiodChips(closing, look=machine.chips, asked_user=machine.user_of_line)
        lines = GpioLines(chips, box_file.gpio.chip)
        try:
            found = [lines.line(pin, what) for pin, what in pins_used(box_file)]
        except Fault as fault:
            yield bad("pins", fault)
            return
        held = _held_by(found, CONSUMER if is_running else None)
    yield from (bad("pins", held_line(line, user)) for user, line in held.items())
    if not held:
        names = ", ".join(dict.fromkeys(str(line.chip.chip) for line in found))
        yield good("pins", tr("this user may use {chips}", chips=names))


def _held_by(lines: list[GpioLine], but: str | None) -> dict[str, GpioLine]:
    """Return the first line of each user of any of these lines, ``but`` of one that may."""
    held: dict[str, GpioLine] = {}
    for line in lines:
        user = user_of_line(line)
        if user is not None and user != but:
            held.setdefault(user, line)
    return held
