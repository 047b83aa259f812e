"""Lamps on SPI: told at once, told again, and never a reason to stop."""

from __future__ import annotations

import errno

import pytest

from groundwork.faults import Fault
from hardware.buses import Buses
from hardware.config.tables.spi import SpiPlace
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost
from hardware.lamps.retry import RESEND_US, LampMachine
from hardware.lamps.spi import SpiLamps
from hardware.worker import RETRY_US
from tests.support.chips.lamp_chips import FakeSpi, FakeSpiFile

PATH = "/dev/spidev0.1"
NO_ANSWER = OSError(errno.EIO, "Input/output error")


class Shelf:
    """Lamps that are told nothing but which are lit, the time, and what is told of them."""

    def __init__(self, spi: FakeSpi | None = None) -> None:
        self.now = 1000
        self.told: list[DeviceEvent] = []
        self.spi = FakeSpi() if spi is None else spi
        self.lamps = SpiLamps(
            SpiPlace(0, 1),
            4_000_000,
            "the strip",
            lambda lit: (bytes([lit]),),
            LampMachine(Buses(spi=self.spi.open), lambda: self.now, self.told.append),
        )

    @property
    def sent(self) -> list[int]:
        return [int.from_bytes(data, "big") for data in self.spi.sent[PATH]]


def test_lamps_are_dark_when_opened_and_when_closed() -> None:
    shelf = Shelf()
    assert shelf.sent == [0]
    shelf.lamps.show(5)
    shelf.lamps.close()
    assert shelf.sent == [0, 5, 0]
    assert shelf.spi.open_files == []


def test_what_is_shown_already_is_told_again_every_second() -> None:
    shelf = Shelf()
    for _ in range(3):
        shelf.lamps.show(5)
    assert shelf.sent == [0, 5]
    shelf.now += RESEND_US - 1
    shelf.lamps.show(5)
    assert shelf.sent == [0, 5]
    shelf.now += 1
    shelf.lamps.show(5)
    assert shelf.sent == [0, 5, 5]


def test_a_bus_that_fails_is_told_of_once_and_tried_again() -> None:
    shelf = Shelf()
    shelf.spi.fails = NO_ANSWER
    for lit in (1, 3, 7):
        shelf.lamps.show(lit)
    for _ in range(3):
        shelf.now += RETRY_US
        shelf.lamps.show(7)
    why = (
        "BX417: /dev/spidev0.1 for the strip cannot be used (input/output error); look at the "
        "kernel's messages (dmesg)"
    )
    assert shelf.told == [DeviceLost(1000, "lamps", why)]
    assert shelf.spi.open_files == []
    shelf.spi.fails = None
    shelf.lamps.show(7)
    assert shelf.sent == [0]
    shelf.now += RETRY_US
    shelf.lamps.show(7)
    assert shelf.sent == [0, 7]
    assert shelf.told[1:] == [DeviceBack(shelf.now, "lamps", "the strip")]
    assert shelf.spi.opened == 2


def test_a_bus_that_is_switched_off_while_playing_is_no_reason_to_stop() -> None:
    shelf = Shelf()
    shelf.spi.fails = FileNotFoundError(errno.ENOENT, "No such file or directory")
    for _ in range(2):
        shelf.lamps.show(1)
        shelf.now += RETRY_US
    (lost,) = shelf.told
    assert isinstance(lost, DeviceLost)
    assert lost.why.startswith("BX415: /dev/spidev0.1 for the strip is not there")


def test_lamps_that_cannot_be_darkened_are_closed_all_the_same() -> None:
    shelf = Shelf()
    shelf.spi.fails = NO_ANSWER
    shelf.lamps.close()
    assert shelf.spi.open_files == []


def test_lamps_that_cannot_be_told_anything_when_opened_are_a_fault() -> None:
    class Dumb(FakeSpi):
        def open(self, path: str) -> FakeSpiFile:
            file = super().open(path)
            self.fails = NO_ANSWER
            return file

    spi = Dumb()
    with pytest.raises(Fault, match=r"BX417: /dev/spidev0.1 for the strip cannot be used"):
        Shelf(spi)
    assert spi.open_files == []
