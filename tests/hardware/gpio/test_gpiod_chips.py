"""Which gpiochip a name means, and which the kernel has."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_mock import MockerFixture

from gpiozero_gpiod.chips import ChipInfo, chips_present
from groundwork.faults import Fault
from hardware.config.pins import ChipName
from hardware.gpio.gpiod_chips import chip_named, chips_to_find


def chip(number: int, label: str, lines: int, device: str = "", path: str = "") -> ChipInfo:
    name = f"gpiochip{number}"
    return ChipInfo(path or f"/dev/{name}", name, label, lines, device)


PI_4 = [
    chip(0, "pinctrl-bcm2711", 58, "fe200000.gpio"),
    chip(1, "raspberrypi-exp-gpio", 8, "exp"),
]
EXPANDERS = [chip(2, "mcp23017", 16, "1-0020"), chip(3, "mcp23017", 16, "1-0021")]


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
    assert chip_named(name, [*PI_4, *EXPANDERS]).number == number


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_header_of_every_pi(label: str) -> None:
    chips = [chip(0, "gpio-brcmstb@107d508500", 32), chip(4, label, 54)]
    assert chip_named("auto", chips).number == 4


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
def test_names_of_no_one_chip(name: ChipName, chips: list[ChipInfo], text: str) -> None:
    with pytest.raises(Fault) as caught:
        chip_named(name, chips)
    assert str(caught.value).startswith(text)


class Kernel:
    """Answers as gpiod does when it is asked about what is in a directory."""

    def __init__(self, dev: Path, mocker: MockerFixture) -> None:
        self._dev = dev
        self._answers: dict[int, tuple[str, str, int] | OSError] = {}
        self._refused: set[str] = set()
        mocker.patch("gpiozero_gpiod.chips.os.access", self._may)
        mocker.patch("gpiozero_gpiod.chips.gpiod.Chip", self._open)

    def has(self, path: str, answer: tuple[str, str, int] | OSError) -> None:
        """This path gives this answer: name, label and number of lines."""
        file = self._dev / path
        file.touch()
        self._answers[file.stat().st_ino] = answer

    def refuses(self, path: str) -> None:
        """This path may not be opened."""
        self._refused.add(path)

    def _may(self, path: Path, _mode: int) -> bool:
        return Path(path).name not in self._refused

    @contextmanager
    def _open(self, path: str) -> Iterator[Any]:
        answer = self._answers[Path(path).stat().st_ino]
        if isinstance(answer, OSError):
            raise answer
        name, label, lines = answer
        yield SimpleNamespace(
            get_info=lambda: SimpleNamespace(name=name, label=label, num_lines=lines)
        )


def there(dev: Path) -> list[tuple[int, str, int]]:
    chips = chips_to_find(lambda: chips_present(dev))
    return [(chip.number, chip.label, chip.lines) for chip in chips]


@pytest.fixture
def kernel(tmp_path: Path, mocker: MockerFixture) -> Kernel:
    return Kernel(tmp_path, mocker)


def test_the_chips_that_are_there(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip10", ("gpiochip10", "mcp23017", 16))
    kernel.has("gpiochip2", ("gpiochip2", "pinctrl-rp1", 54))
    kernel.has("other", ("other", "no gpiochip", 1))
    assert there(tmp_path) == [(2, "pinctrl-rp1", 54), (10, "mcp23017", 16)]


def test_a_second_path_is_no_second_chip(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip0", ("gpiochip0", "pinctrl-rp1", 54))
    (tmp_path / "gpiochip4").symlink_to("gpiochip0")
    assert there(tmp_path) == [(0, "pinctrl-rp1", 54)]


def test_what_is_no_chip_is_left_out(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip0", OSError(errno.ENOTTY, "Inappropriate ioctl for device"))
    kernel.has("gpiochip1", ("gpiochip1", "pinctrl-rp1", 54))
    assert there(tmp_path) == [(1, "pinctrl-rp1", 54)]


def test_chips_that_may_not_be_opened(tmp_path: Path, kernel: Kernel) -> None:
    kernel.has("gpiochip0", ("gpiochip0", "pinctrl-rp1", 54))
    kernel.has("gpiochip1", ("gpiochip1", "mcp23017", 16))
    kernel.refuses("gpiochip0")
    assert there(tmp_path) == [(1, "mcp23017", 16)]
    kernel.refuses("gpiochip1")
    with pytest.raises(
        Fault, match=re.escape(f"BX403: this user may not open {tmp_path}/gpiochip0; add")
    ):
        there(tmp_path)


def test_a_machine_without_chips(tmp_path: Path) -> None:
    assert there(tmp_path) == []
