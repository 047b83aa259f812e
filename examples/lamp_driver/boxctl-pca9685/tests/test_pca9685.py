"""The driver from box.toml to the channels of the chip."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest

from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from hardware.buses import Buses
from hardware.config.box_file import BoxFile, BoxFileFault
from hardware.config.read import box_of_text
from hardware.devices import DeviceEvent
from hardware.lamps.open import open_lamps
from hardware.lamps.retry import LampMachine

BOX = """\
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 12, 13, 19]
[roller]
driver = "hand"
"""
LAMPS = '[lamps]\ndriver = "pca9685"\n'


CHANNELS = 16
LONG = 10.0
"""Seconds in which the thread of the lamps has long done its work."""


class Chip:
    """A PCA9685 as its data sheet has it, alone on an I2C bus."""

    def __init__(self) -> None:
        self.registers = {0x00: 0x11, 0x01: 0x04}
        self.answers = True
        self.is_lit = Event()

    def open(self, _number: int) -> Chip:
        return self

    def close(self) -> None:
        pass

    def write_byte(self, _address: int, _value: int) -> None:
        raise AssertionError("one byte alone sets nothing")

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        if not self.answers or address != 0x40:
            raise OSError(121, "Remote I/O error")
        assert len(data) == 1 or self.registers[0x00] & 0x20, "the register does not count up"
        self.registers |= {register + at: value for at, value in enumerate(data)}
        if any(self.shows(channel) for channel in range(CHANNELS)):
            self.is_lit.set()

    def shows(self, channel: int) -> float:
        """How bright the LED on this channel is, from 0 to 1."""
        if self.registers[0x00] & 0x10:
            return 0  # It sleeps.
        # After power-up every channel is off.
        on_low, on_high, off_low, off_high = (
            self.registers.get(6 + 4 * channel + at, 0x10 if at == 3 else 0) for at in range(4)
        )
        if off_high & 0x10:
            return 0
        if on_high & 0x10:
            return 1
        return ((off_low | off_high << 8) - (on_low | on_high << 8)) / 4096


def box_with(lines: str) -> BoxFile:
    return box_of_text(BOX + lines, Path("box.toml"))


def lit_by(lines: str, lit: int) -> tuple[Chip, list[DeviceEvent]]:
    """The chip, while these lamps of a box with these lines are lit."""
    chip, told = Chip(), list[DeviceEvent]()
    with ExitStack() as opening:
        machine = LampMachine(Buses(i2c=chip.open), monotonic_us, told.append)
        (group,) = open_lamps(box_with(lines), machine, opening)
        assert not any(chip.shows(channel) for channel in range(9))
        group.show(lit)
        assert chip.is_lit.wait(LONG)
        shown = dict(chip.registers)
    assert not any(chip.shows(channel) for channel in range(9))
    chip.registers = shown
    return chip, told


def test_the_lamp_of_each_tile_is_on_its_channel() -> None:
    chip, told = lit_by(LAMPS, 0b1_0000_0101)
    assert [chip.shows(channel) for channel in range(9)] == [0.5, 0, 0.5, 0, 0, 0, 0, 0, 0.5]
    assert told == []


def test_lamps_may_begin_at_any_channel_and_be_as_bright_as_they_can() -> None:
    chip, _told = lit_by(f"{LAMPS}first_channel = 7\nbrightness = 100\n", 0b1)
    assert chip.shows(7) == 1


def test_a_chip_that_does_not_answer_is_a_fault_with_its_cure() -> None:
    chip = Chip()
    chip.answers = False
    machine = LampMachine(Buses(i2c=chip.open), monotonic_us, print)
    with ExitStack() as opening, pytest.raises(Fault, match=r"BX424: address 0x40 .*\[lamps\]"):
        open_lamps(box_with(LAMPS), machine, opening)


def test_channels_that_do_not_reach_are_a_fault() -> None:
    with pytest.raises(BoxFileFault, match=r"BX319.*channel 22, and the last one is 15"):
        box_with(f"{LAMPS}first_channel = 14\n")
