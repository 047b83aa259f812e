"""The buses I2C and SPI that displays and lamps hang on."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, Soundness, bad, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import spi_places
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.display import I2cPlace
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
            yield from _display_there(machine, place)
    for spi, what in spi_places(box_file):
        file = machine.at(str(spi))
        if not file.exists():
            yield bad("spi", fault_of(spi, what, _error(errno.ENOENT)))
        elif not machine.may_use(file):
            yield bad("spi", fault_of(spi, what, _error(errno.EACCES)))
        else:
            yield good("spi", tr("this user may use {chips}", chips=spi))


def _display_there(machine: Machine, place: I2cPlace) -> Iterator[CheckResult]:
    where = f"{place.address:#04x}"
    try:
        answers = machine.answers_at(place.bus, place.address)
    except OSError:
        return  # Another program has it at this moment.
    if answers:
        yield good("display", tr("something answers at {address}", address=where))
    else:
        says = tr(
            "nothing answers at {address} on {bus}, where the display should be; look at its four "
            "wires, and whether it has another address: boxctl setup lists those that answer",
            address=where,
            bus=place.path,
        )
        yield CheckResult("display", Soundness.BAD, says, "BX424")


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
