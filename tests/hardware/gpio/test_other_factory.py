"""A box on the pin factory that GPIOZERO_PIN_FACTORY names: that of gpiozero's own tests, mock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from gpiozero.pins import mock
from gpiozero.pins.local import LocalPiFactory

from groundwork.faults import Fault
from hardware.config.box_file import BoxFileFault
from hardware.devices import Box, DeviceBack, DeviceEvent, DeviceLost, Edge
from hardware.gpio.box import open_box
from hardware.gpio.parts import open_parts
from hardware.worker import RETRY_US
from tests.support.chips.box_toml import GOOD, read

LAMPS = (14, 15, 18)


class MockedPins(mock.MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """The pins of gpiozero's mock, in the hands of a test."""

    newest: ClassVar[Any]

    def __init__(self) -> None:
        super().__init__()
        MockedPins.newest = self

    @classmethod
    def lit(cls) -> list[int]:
        return [int(cls.newest.pin(pin).state) for pin in LAMPS]


class PinsOfThisPi(MockedPins, LocalPiFactory):  # type: ignore[misc]
    """Pins whose edges have the time of the kernel, as those of lgpio."""


@pytest.fixture(autouse=True)
def _named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "Mock")
    monkeypatch.setattr(mock, "MockFactory", MockedPins)
    monkeypatch.setattr("hardware.gpio.other_factory.monotonic_us", lambda: 5)


class Heard:
    """A box, what it hands over, and its time."""

    def __init__(self) -> None:
        self.now = 0
        self.events: list[DeviceEvent] = []

    @contextmanager
    def box(self, folder: Path, toml: str = GOOD) -> Iterator[Box]:
        with open_box(read(folder, toml), lambda: self.now, self.events.append) as box:
            yield box


def test_levers_and_lamps(tmp_path: Path) -> None:
    heard = Heard()
    with heard.box(tmp_path) as box:
        assert box.tiles.read() == {1: True, 2: True, 3: True}
        MockedPins.newest.pin(17).drive_low()
        assert box.tiles.read() == {1: True, 2: False, 3: True}
        # The time of its arrival: that of another Pi is from another clock.
        assert heard.events == [Edge(5, 2, on=False)]
        box.lamps.show(0b101)
        assert MockedPins.lit() == [1, 0, 1]


def test_a_closed_box_hears_nothing_and_has_given_its_pins_back(tmp_path: Path) -> None:
    heard = Heard()
    with heard.box(tmp_path):
        factory, pin = MockedPins.newest, MockedPins.newest.pin(17)
    pin.drive_low()
    assert heard.events == []
    assert factory.pins == {}


def test_an_edge_of_this_pi_has_the_time_of_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03112)
    monkeypatch.setattr(mock, "MockFactory", PinsOfThisPi)
    heard = Heard()
    with heard.box(tmp_path):
        monkeypatch.setattr(mock, "monotonic", lambda: 86_400.000123999)
        MockedPins.newest.pin(17).drive_low()
        assert heard.events == [Edge(86_400_000_123, 2, on=False)]


def test_lines_that_fail_are_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()

    def broken(_pin: mock.MockPin) -> int:
        raise RuntimeError("bad handle")

    with heard.box(tmp_path) as box:
        with monkeypatch.context() as failing:
            failing.setattr(mock.MockPin, "_get_state", broken)
            assert box.tiles.read() == {}
        heard.now = RETRY_US
        assert box.tiles.read() == {1: True, 2: True, 3: True}
    assert [type(event) for event in heard.events] == [DeviceLost, DeviceBack]


def test_a_script_has_the_parts_of_the_box_on_it(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GOOD)
    with open_parts(file) as parts:
        MockedPins.newest.pin(4).drive_low()
        assert not parts.levers[1].is_open
        parts.lamps[2].on()
        assert MockedPins.lit() == [0, 1, 0]


def test_a_pin_that_names_the_header_is_reached(tmp_path: Path) -> None:
    toml = GOOD.replace("pins = [4, 17, 27]", 'pins = [4, 17, "pinctrl-rp1:27"]')
    with Heard().box(tmp_path, toml) as box:
        assert box.tiles.read() == {1: True, 2: True, 3: True}


@pytest.mark.parametrize(
    "toml",
    [
        GOOD.replace("pins = [4, 17, 27]", 'pins = [4, 17, "mcp23017:3"]'),
        f'{GOOD}\n[gpio]\nchip = "mcp23017"\n',
    ],
)
def test_another_chip_is_not_reached(tmp_path: Path, toml: str) -> None:
    with pytest.raises(Fault) as caught, Heard().box(tmp_path, toml):
        pass
    assert str(caught.value) == (
        'BX402: GPIOZERO_PIN_FACTORY is "mock", which reaches only the pins of the header, and '
        'box.toml names the chip "mcp23017"; unset the variable'
    )


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("mock", "failed to connect to localhost:8888"),
        ("wood", "gpiozero knows none of that name"),
    ],
)
def test_a_factory_that_cannot_be_had(
    named: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent() -> None:
        raise OSError(why)

    monkeypatch.setattr(mock, "MockFactory", silent)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", named)
    with pytest.raises(Fault) as caught, Heard().box(tmp_path):
        pass
    assert str(caught.value) == (
        f'BX401: GPIOZERO_PIN_FACTORY is "{named}", and that pin factory cannot be used ({why}); '
        "mend that, or unset the variable"
    )


@pytest.mark.parametrize("named", ["", "gpiod", "GPIOD"])
def test_boxctls_own_is_the_default_and_has_a_name(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardware.gpio.lines import other_factory

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", named)
    assert other_factory() is None


def test_a_box_toml_that_names_one_is_told_the_variable(tmp_path: Path) -> None:
    with pytest.raises(BoxFileFault) as caught:
        read(tmp_path, f'{GOOD}\n[gpio]\nfactory = "pigpio"\n')
    assert "gpio.factory: [gpio] has no such key; take it out; GPIOZERO_PIN_FACTORY names" in str(
        caught.value
    )
