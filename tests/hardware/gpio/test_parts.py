"""The parts of a box as gpiozero's devices, for a maker's script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from groundwork.faults import Fault
from hardware.gpio.parts import BoxParts, open_parts
from tests.support.chips.box_toml import GOOD

USB = """
[box]
tiles = 9
[rules]
variant = "classic"
[usb]
port = "/dev/ttyACM0"
[tiles]
driver = "usb"
[roller]
driver = "usb"
"""


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """gpiozero's own pins in memory."""
    factory = MockFactory()
    yield factory
    factory.reset()


@pytest.fixture
def parts(tmp_path: Path, pins: MockFactory) -> Iterator[BoxParts]:
    """The parts of the good box.toml."""
    file = tmp_path / "box.toml"
    file.write_text(GOOD)
    with open_parts(file, lambda: pins) as parts:
        yield parts


def test_a_lever_is_open_until_its_contact_closes(parts: BoxParts) -> None:
    lever = parts.levers[1]
    assert lever.is_open
    lever.pin.drive_low()
    assert not lever.is_open


def test_a_lamp_does_what_gpiozero_s_leds_do(parts: BoxParts) -> None:
    lamp = parts.lamps[1]
    lamp.on()
    assert lamp.pin.state
    lamp.toggle()
    assert not lamp.pin.state


def test_a_button_is_pressed_while_its_contact_is_closed(parts: BoxParts) -> None:
    button = parts.buttons["confirm"]
    assert not button.is_pressed
    button.pin.drive_low()
    assert button.is_pressed


def test_every_edge_of_a_lever_is_told(parts: BoxParts) -> None:
    heard: list[int] = []

    def edge(_ticks: float, state: int) -> None:
        heard.append(state)

    pin = parts.levers[2].pin
    pin.when_changed = edge
    for _ in range(3):
        pin.drive_low()
        pin.drive_high()
    assert heard == [0, 1] * 3


def test_all_is_given_back_at_the_end(tmp_path: Path, pins: MockFactory) -> None:
    file = tmp_path / "box.toml"
    file.write_text(GOOD)
    for _ in range(2):
        with open_parts(file, lambda: pins) as parts:
            assert all(not lever.closed for lever in parts.levers.values())
    assert Device.pin_factory is not pins


def test_a_box_on_usb_has_no_pins_to_script(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(USB)
    with (
        pytest.raises(Fault, match="are not on pins, so gpiozero cannot reach them"),
        open_parts(file),
    ):
        pass
