"""Which gpiochip a name means, and which the kernel has."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from groundwork.faults import Fault
from hardware.config.pins import ChipName
from hardware.gpio.chips import GpioChip, chips_there, find_chip

PI_4 = [
    GpioChip(0, "pinctrl-bcm2711", 58, "fe200000.gpio"),
    GpioChip(1, "raspberrypi-exp-gpio", 8, "exp"),
]
EXPANDERS = [GpioChip(2, "mcp23017", 16, "1-0020"), GpioChip(3, "mcp23017", 16, "1-0021")]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("auto", 0),
        (1, 1),
        ("pinctrl-bcm2711", 0),
        ("raspberrypi-exp-gpio", 1),
        ("1-0021", 3),
        ("gpiochip2", 2),
    ],
)
def test_names_of_a_chip(name: ChipName, number: int) -> None:
    assert find_chip(name, [*PI_4, *EXPANDERS]).number == number


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_header_of_every_pi(label: str) -> None:
    chips = [GpioChip(0, "gpio-brcmstb@107d508500", 32), GpioChip(4, label, 54)]
    assert find_chip("auto", chips).number == 4


@pytest.mark.parametrize(
    ("name", "chips", "text"),
    [
        (
            "mcp23017",
            PI_4,
            'BX402: there is no gpiochip "mcp23017"; there is gpiochip0 ("pinctrl-bcm2711" of '
            'fe200000.gpio), gpiochip1 ("raspberrypi-exp-gpio" of exp); name one of these in '
            "box.toml, or load the overlay that makes it",
        ),
        (7, [], "BX402: this machine has no GPIO chip, and a real box needs one"),
        ("auto", EXPANDERS, "BX402: there is no chip of a Raspberry Pi's header (pinctrl-bcm2835"),
        (
            "mcp23017",
            EXPANDERS,
            'BX402: 2 gpiochips are called "mcp23017": gpiochip2 ("mcp23017" of 1-0020), '
            'gpiochip3 ("mcp23017" of 1-0021); name the one that is meant by its device',
        ),
    ],
)
def test_names_of_no_one_chip(name: ChipName, chips: list[GpioChip], text: str) -> None:
    with pytest.raises(Fault) as caught:
        find_chip(name, chips)
    assert str(caught.value).startswith(text)


class Kernel:
    """Answers as the kernel does when it is asked about what is in a directory."""

    def __init__(self, dev: Path, mocker: MockerFixture) -> None:
        self._dev = dev
        self._answers: dict[int, tuple[str, str, int] | OSError] = {}
        self._refused: set[str] = set()
        self._open = os.open
        mocker.patch("hardware.gpio.chips.os.open", self._opens)
        mocker.patch("hardware.gpio.chips.fcntl.ioctl", self._ioctl)

    def has(self, path: str, answer: tuple[str, str, int] | OSError) -> None:
        """This path gives this answer: name, label and number of lines."""
        file = self._dev / path
        file.touch()
        self._answers[file.stat().st_ino] = answer

    def refuses(self, path: str) -> None:
        """This path may not be opened."""
        self._refused.add(path)

    def _opens(self, path: Path, flags: int, mode: int = 0o777, **more: int) -> int:
        if Path(path).name in self._refused:
            raise PermissionError(errno.EACCES, "Permission denied")
        return self._open(path, flags, mode, **more)

    def _ioctl(self, fd: int, request: int, argument: bytes) -> bytes:
        assert request == 0x8044B401 and len(argument) == 68
        answer = self._answers[os.fstat(fd).st_ino]
        if isinstance(answer, OSError):
            raise answer
        name, label, lines = answer
        return struct.pack("=32s32sI", name.encode(), label.encode(), lines)


@pytest.fixture
def kernel(tmp_path: Path, mocker: MockerFixture) -> Kernel:
    return Kernel(tmp_path, mocker)


def test_the_chips_that_are_there(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip10", ("gpiochip10", "mcp23017", 16))
    kernel.has("gpiochip2", ("gpiochip2", "pinctrl-rp1", 54))
    kernel.has("other", ("other", "no gpiochip", 1))
    assert chips_there(tmp_path) == [GpioChip(2, "pinctrl-rp1", 54), GpioChip(10, "mcp23017", 16)]


def test_a_second_path_is_no_second_chip(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip0", ("gpiochip0", "pinctrl-rp1", 54))
    (tmp_path / "gpiochip4").symlink_to("gpiochip0")
    assert chips_there(tmp_path) == [GpioChip(0, "pinctrl-rp1", 54)]


def test_what_is_no_chip_is_left_out(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip0", OSError(errno.ENOTTY, "Inappropriate ioctl for device"))
    kernel.has("gpiochip1", ("gpiochip1", "pinctrl-rp1", 54))
    assert chips_there(tmp_path) == [GpioChip(1, "pinctrl-rp1", 54)]


def test_chips_that_may_not_be_opened(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip0", ("gpiochip0", "pinctrl-rp1", 54))
    kernel.has("gpiochip1", ("gpiochip1", "mcp23017", 16))
    kernel.refuses("gpiochip0")
    assert chips_there(tmp_path) == [GpioChip(1, "mcp23017", 16)]
    kernel.refuses("gpiochip1")
    with pytest.raises(Fault, match=f"BX403: this user may not open {tmp_path}/gpiochip0; add"):
        chips_there(tmp_path)


def test_a_machine_without_chips(tmp_path: Path) -> None:
    assert chips_there(tmp_path) == []
