"""Pulses of a pin, in time that passes in steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from gpiozero.exc import PinError

from factory_tests.stepped_time import SteppedTime
from gpiozero_gpiod.pin import SoftwarePwm

FREQUENCY = 100.0
STEPS_A_PULSE = 100
PULSES = 20


class PulsedLine:
    """A pin that pulses, and the level of its line at each step of a hundredth of a pulse."""

    def __init__(self) -> None:
        self.high: bool | None = None
        self.writes = 0
        self.broken = False
        self.time = SteppedTime()
        with self.time.until_it_waits():
            self.pwm = SoftwarePwm(self.write, FREQUENCY, self.time.clock, self.time.wait)

    def write(self, high: bool) -> None:
        self.writes += 1
        if self.broken:
            raise PinError("the chip has gone")
        self.high = high

    def set_duty(self, duty: float) -> None:
        with self.time.until_it_waits():
            self.pwm.duty = duty

    def levels(self, steps: int = STEPS_A_PULSE * PULSES) -> list[bool | None]:
        levels = []
        for _ in range(steps):
            self.time.step(1 / (FREQUENCY * STEPS_A_PULSE))
            levels.append(self.high)
        return levels


@pytest.fixture
def line() -> Iterator[PulsedLine]:
    line = PulsedLine()
    yield line
    line.pwm.close()


def rises(levels: list[bool | None]) -> int:
    return sum(bool(high) and not before for before, high in pairwise(levels))


@pytest.mark.parametrize("duty", [0.1, 0.25, 0.5, 0.9])
def test_the_line_is_high_for_the_duty_s_part_of_each_pulse(line: PulsedLine, duty: float) -> None:
    line.set_duty(duty)

    levels = line.levels()

    assert sum(map(bool, levels)) == pytest.approx(duty * len(levels), abs=2 * PULSES)
    assert rises(levels) == pytest.approx(PULSES, abs=1)


@pytest.mark.parametrize(("duty", "high"), [(0.0, False), (1.0, True)])
def test_a_constant_level_is_written_once_and_the_thread_sleeps(
    line: PulsedLine, duty: float, high: bool
) -> None:
    line.set_duty(duty)
    writes = line.writes

    assert set(line.levels()) == {high}
    assert line.writes == writes


def test_another_duty_holds_from_then_on(line: PulsedLine) -> None:
    line.set_duty(0.9)
    line.levels()

    line.set_duty(0.1)

    levels = line.levels()
    assert sum(map(bool, levels)) == pytest.approx(0.1 * len(levels), abs=2 * PULSES)


def test_another_frequency_holds_from_then_on(line: PulsedLine) -> None:
    line.set_duty(0.5)
    with line.time.until_it_waits():
        line.pwm.frequency = 2 * FREQUENCY

    assert rises(line.levels()) == pytest.approx(2 * PULSES, abs=2)


def test_a_thread_that_was_held_up_does_not_make_up_for_lost_pulses(line: PulsedLine) -> None:
    line.set_duty(0.5)
    writes = line.writes

    line.time.step(50 / FREQUENCY)

    assert line.writes - writes <= 6


def test_the_line_is_low_after_the_end(line: PulsedLine) -> None:
    line.set_duty(1.0)

    line.pwm.close()

    assert line.high is False


def test_a_line_that_fails_ends_the_pulses_without_a_word(line: PulsedLine) -> None:
    line.set_duty(0.5)
    writes = line.writes
    line.broken = True

    line.pwm.duty = 1.0
    line.pwm.close()

    assert line.writes == writes + 2, "one try fails the thread, and one the end"
