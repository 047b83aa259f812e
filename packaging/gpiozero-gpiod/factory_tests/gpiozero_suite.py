"""gpiozero's own tests of pin factories (``test_real_pins.py``), on the factory ``gpiod``.

They want GPIO22 and GPIO27 to be wired together: :func:`wire` stands in for the wire. One of them
reads a line that pulses 20,000 times, and counts how often it is high: the pulses are made in time
that passes with those readings, whatever the machine is doing.

Run as a module with the folder of gpiozero's tests it runs them on a kernel in memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device

from factory_tests.fake_gpiod import FakeChip, FakeKernel
from factory_tests.stepped_time import SteppedTime
from gpiozero_gpiod import pin
from gpiozero_gpiod.chips import ChipInfo
from gpiozero_gpiod.line_request import HeldRequest
from gpiozero_gpiod.pin import SoftwarePwm

GPIOZERO = "gpiozero==2.0.1.post3"

NOT_FOR_US = {
    # It skips itself for all but spidev's SPI, which the kernels of these tests have not.
    "test_spi_hardware_same_port[gpiod]",
    # It is about the name of gpiozero's own factory, native.
    "test_compatibility_names",
}

ENDS = (22, 27)
READING_S = 20e-6
"""The time between two readings of a line."""

PI_4B = 0xC03112

Drive = Callable[[int, bool | None], object]
"""Drives a line of the header high or low, as a wire does; with None it lets the line go."""


def suite(folder: Path) -> Path | None:
    """Put gpiozero's source distribution there; return its tests, None if it cannot be had."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--no-binary", ":all:", "--dest", str(folder), GPIOZERO]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None
    with tarfile.open(next(folder.glob("gpiozero-*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("gpiozero-*/tests"))


class Rig:
    """A pytest plugin: the fixture that gpiozero's conftest has, and the outcomes."""

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


def wire(monkeypatch: pytest.MonkeyPatch, drive: Drive) -> None:
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
                drive(other, high)
            return

    configure, read, close = HeldRequest.configure, HeldRequest.read, HeldRequest.close

    def configured(self: HeldRequest, offset: int, settings: Any) -> None:
        configure(self, offset, settings)
        if offset in ENDS:
            held[offset] = self
            brought.clear()
            drive(offset, None)
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


def outcomes(tests: Path, drive: Drive) -> dict[str, str]:
    """Run the tests of this folder; return how each ended."""
    rig = Rig()
    arguments = ["-q", "-p", "no:cacheprovider", "--rootdir", str(tests), "-c", os.devnull]
    arguments += [str(tests / "test_real_pins.py")]
    arguments += ["-k", "not (mock or lgpio or native or rpigpio or pigpio)"]
    with pytest.MonkeyPatch.context() as monkeypatch:
        wire(monkeypatch, drive)
        make_time_pass_with_readings(monkeypatch)
        pytest.main(arguments, [rig])
    return rig.outcomes


def main(tests: Path) -> None:
    """Run them on a kernel in memory; print the outcomes as a line of JSON."""
    chip = FakeChip(ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-bcm2711", 54, "gpio"))
    kernel = FakeKernel(chip)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gpiozero_gpiod.factory.chips_present", kernel.present)
        patch.setattr("gpiozero_gpiod.line_request.gpiod.Chip", kernel.open)
        patch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4B)
        patch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
        patch.setenv("GPIOZERO_TEST_LOCK", str(tests / "real_pins_lock"))
        told = outcomes(tests, lambda line, high: chip.drive(line, high=high))
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
