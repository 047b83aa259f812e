"""Lamps on I2C: dark at first, lost when the chip is, back when it is."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

import pytest

from groundwork.faults import Fault
from hardware.buses import Buses
from hardware.config.device_table import DrivenLampTable
from hardware.config.tables.i2c import OnI2c
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost
from hardware.lamps.i2c import I2cLamps
from hardware.lamps.retry import LampMachine
from tests.support.chips.lamp_chips import FakeI2c

NO_ANSWER = OSError(errno.EREMOTEIO, "Remote I/O error")
LONG = 10.0
"""Seconds in which a thread has long done its work."""


class ChipTable(OnI2c, DrivenLampTable):
    """Lamps that are the bits of register 7."""

    tiles = None
    bus = 1
    address = 0x40


@contextmanager
def opened(bus: FakeI2c, told: Queue[DeviceEvent]) -> Iterator[I2cLamps]:
    machine = LampMachine(Buses(i2c=bus.open), lambda: 0, told.put)
    lamps = I2cLamps(ChipTable(), "the chip", lambda lit: (bytes([7, lit]),), machine, retry_s=0.0)
    try:
        yield lamps
    finally:
        lamps.close()


def test_lamps_are_dark_when_opened_and_when_closed() -> None:
    bus = FakeI2c()
    with opened(bus, Queue()) as lamps:
        assert bus.registers() == ((7, 0),)
        bus.changed.clear()
        lamps.show(5)
        assert bus.changed.wait(LONG)
        assert bus.registers() == ((7, 5),)
    assert bus.registers() == ((7, 0),)
    assert bus.open_buses == 0


def test_a_chip_that_goes_and_comes_back_is_told_once_each_and_shows_the_newest() -> None:
    bus, told = FakeI2c(), Queue[DeviceEvent]()
    with opened(bus, told) as lamps:
        bus.fails = NO_ANSWER
        lamps.show(1)
        lost = told.get(timeout=LONG)
        assert lost == DeviceLost(
            0,
            "lamps",
            "BX424: address 0x40 of /dev/i2c-1: Remote I/O error; look at its wires and at [lamps]",
        )
        lamps.show(3)
        bus.fails = None
        assert told.get(timeout=LONG) == DeviceBack(0, "lamps", "the chip")
        assert told.empty()
        assert bus.registers() == ((7, 3),)


def test_a_chip_that_does_not_answer_at_first_is_a_fault() -> None:
    bus = FakeI2c()
    bus.fails = NO_ANSWER
    with pytest.raises(Fault, match=r"BX424: address 0x40"), opened(bus, Queue()):
        pass
    assert bus.open_buses == 0
