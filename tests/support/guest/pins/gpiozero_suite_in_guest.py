"""gpiozero's own tests of pin factories, on the factory ``gpiod``, inside the virtual Pi.

Its argument is the directory of gpiozero's tests, from its source distribution. They want GPIO22
and GPIO27 to be wired together: :func:`wire` stands in for the wire. Prints a line of JSON: the
outcome of each test. One of them reads a line that pulses 20,000 times, and counts how often it is
high: the pulses are made in time that passes with those readings, whatever the machine is doing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device

from hardware.gpio.pin_factory import pin
from hardware.gpio.pin_factory.line_request import HeldRequest
from hardware.gpio.pin_factory.pin import SoftwarePwm
from tests.support.stepped_time import SteppedTime

LINES = Path("/run/gpio-sim/pinctrl-bcm2711")
ENDS = (22, 27)
READING_S = 20e-6
"""The time between two readings of a line."""


class Rig:
    """A pytest plugin: the wire, the fixture that gpiozero's conftest has, and the outcomes."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep how each test ended."""
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.nodeid.split("::")[-1]] = report.outcome

    @pytest.fixture
    def no_default_factory(self) -> Iterator[None]:
        """No factory is chosen yet."""
        before, Device.pin_factory = Device.pin_factory, None
        yield
        Device.pin_factory = before


class PwmInSteps(SoftwarePwm):
    """Pulses in the time that passes with readings; a change is heeded before it returns."""

    def __init__(self, write: Callable[[bool], None], frequency: float) -> None:
        self.time = SteppedTime()
        with self.time.until_it_waits():
            super().__init__(write, frequency, self.time.clock, self.time.wait)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in ("duty", "frequency"):
            super().__setattr__(name, value)
            return
        with self.time.until_it_waits():
            super().__setattr__(name, value)


def make_time_pass_with_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each reading of a line take :data:`READING_S` of the time by which lines pulse."""
    pulsing: list[PwmInSteps] = []
    read = HeldRequest.read

    def started(write: Callable[[bool], None], frequency: float) -> PwmInSteps:
        pulsing[:] = [PwmInSteps(write, frequency)]
        return pulsing[0]

    def seen(self: HeldRequest, offsets: Any = None) -> dict[int, bool]:
        for pwm in pulsing:
            pwm.time.step(READING_S)
        return read(self, offsets)

    monkeypatch.setattr(pin, "SoftwarePwm", started)
    monkeypatch.setattr(HeldRequest, "read", seen)


def wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the level of the end that is driven, or pulled, to the end that is neither."""
    held: dict[int, HeldRequest] = {}
    brought: dict[int, bool] = {}

    def follow() -> None:
        settings = {
            end: request.settings(end) for end, request in held.items() if end in request.offsets
        }
        for end in ENDS:
            driver = settings.get(end)
            if driver is None or (driver.function == "input" and driver.pull == "floating"):
                continue
            (other,) = set(ENDS) - {end}
            follower = settings.get(other)
            if follower is None or follower.function == "output":
                continue
            if driver.function == "input" and follower.pull != "floating":
                continue
            high = driver.high if driver.function == "output" else driver.pull == "up"
            if brought.get(other) != high:
                brought[other] = high
                pull = "pull-up" if high else "pull-down"
                (LINES / f"sim_gpio{other}" / "pull").write_text(pull)
            return

    configure, read, close = HeldRequest.configure, HeldRequest.read, HeldRequest.close

    def configured(self: HeldRequest, offset: int, settings: Any) -> None:
        configure(self, offset, settings)
        if offset in ENDS:
            held[offset] = self
            brought.clear()  # a pull that is claimed beats what was written before
            follow()

    def seen(self: HeldRequest, offsets: Any = None) -> dict[int, bool]:
        follow()
        return read(self, offsets)

    def closed(self: HeldRequest) -> None:
        for end in [end for end, request in held.items() if request is self]:
            del held[end]
        close(self)

    monkeypatch.setattr(HeldRequest, "configure", configured)
    monkeypatch.setattr(HeldRequest, "read", seen)
    monkeypatch.setattr(HeldRequest, "close", closed)


def main(tests: Path) -> None:
    """Run them and print the outcomes."""
    rig = Rig()
    os.environ["GPIOZERO_TEST_LOCK"] = "/run/real_pins_lock"
    with pytest.MonkeyPatch.context() as monkeypatch:
        wire(monkeypatch)
        make_time_pass_with_readings(monkeypatch)
        arguments = ["-q", "-p", "no:cacheprovider", "--rootdir", str(tests), "-c", os.devnull]
        pytest.main(
            [
                *arguments,
                str(tests / "test_real_pins.py"),
                "-k",
                "not (mock or lgpio or native or rpigpio or pigpio)",
            ],
            [rig],
        )
    print(json.dumps(rig.outcomes))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
