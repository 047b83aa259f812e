"""The first reading of a box is believed once two readings, a quiet time apart, agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from boxctl.rules.tiles import TileSet, tile
from boxctl.table.check_rules import MOST_FIRST_READINGS, WiredBox
from tests.support.chips.box_toml import read, with_change
from tests.support.chips.mock_chips import MockChips


class SleepyTime:
    """The box's time in microseconds. It passes in sleep, and by ``step`` each time it is asked."""

    def __init__(self, step: int = 0) -> None:
        self.now = 1_000_000
        self.step = step
        self.slept: list[int] = []
        self.while_asleep: Sequence[Callable[[], object]] = ()

    def __call__(self) -> int:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        """Sleep, while the next of the things happens that were to happen."""
        self.slept.append(round(seconds * 1_000_000))
        self.now += self.slept[-1]
        if self.while_asleep:
            happens, *self.while_asleep = self.while_asleep
            happens()


@pytest.fixture
def chips() -> MockChips:
    return MockChips()


class OpenedBox:
    """A box with three levers, on pins in memory."""

    def __init__(self, directory: Path, mocker: MockerFixture) -> None:
        text = with_change('driver = "serial"\nport = "/dev/ttyACM0"', 'driver = "pi"')
        self._box_file = read(directory, text)
        self._mocker = mocker
        self.chips = MockChips()

    def levers(self, time: SleepyTime) -> TileSet:
        """The levers that stand open when it is opened, while time passes like this."""
        self._mocker.patch("boxctl.table.check_rules.time.sleep", time.sleep)
        box = WiredBox(self._box_file, time, lambda _event: None, self.chips)
        box.open({})()
        return box.levers

    def toggle(self, pin: int) -> None:
        """Move the lever on this pin."""
        wire = self.chips.pin(pin)
        wire.drive(high=not wire.high)


@pytest.fixture
def box(tmp_path: Path, mocker: MockerFixture) -> OpenedBox:
    return OpenedBox(tmp_path, mocker)


def test_what_agrees_after_the_quiet_time_is_believed(box: OpenedBox) -> None:
    time = SleepyTime()
    assert box.levers(time) == tile(1) | tile(2) | tile(3)
    (quiet,) = time.slept
    assert quiet > 0


def test_time_that_passed_while_devices_were_opened_is_not_slept_again(box: OpenedBox) -> None:
    time, slower, slowest = SleepyTime(), SleepyTime(step=1_000), SleepyTime(step=1_000_000)
    for each in (time, slower, slowest):
        box.levers(each)
    assert slower.slept == [time.slept[0] - 1_000]
    assert slowest.slept == [0]


def test_a_lever_that_moves_meanwhile_is_given_another_quiet_time(box: OpenedBox) -> None:
    undisturbed, time = SleepyTime(), SleepyTime()
    before = box.levers(undisturbed)
    time.while_asleep = [lambda: box.toggle(4), lambda: box.toggle(27)]
    assert box.levers(time) == before ^ tile(1) ^ tile(3)
    assert time.slept == 3 * undisturbed.slept


def test_a_lever_that_never_rests_does_not_keep_the_box_from_starting(box: OpenedBox) -> None:
    time = SleepyTime()
    time.while_asleep = [lambda: box.toggle(4)] * 2 * MOST_FIRST_READINGS
    box.levers(time)
    assert len(time.slept) == MOST_FIRST_READINGS
