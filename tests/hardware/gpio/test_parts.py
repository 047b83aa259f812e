"""The parts of a box as gpiozero's devices, for a maker's script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from gpiozero import Buzzer, Device, TonalBuzzer
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from pytest_mock import MockerFixture

from groundwork.faults import Fault
from hardware.gpio import BoxParts, open_parts
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


ON_THE_PI = (
    GOOD[: GOOD.index("[roller]")]
    + """
[roller]
driver = "pi"
leds = [[5, 6, 12, 13]]
leds_active = "low"
[buzzer]
driver = "gpio"
pin = 19
"""
)


def test_the_leds_of_dice_and_the_buzzer(tmp_path: Path, pins: MockFactory) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{ON_THE_PI}kind = "active"\n')
    with open_parts(file, lambda: pins) as parts:
        assert list(parts.die_leds[1]) == list("abcd")
        parts.die_leds[1]["d"].on()
        assert [bool(pins.pin(pin).state) for pin in (5, 6, 12, 13)] == [True, True, True, False]
        assert isinstance(parts.buzzer, Buzzer)
        parts.buzzer.on()
        assert pins.pin(19).state


@pytest.mark.parametrize(("active", "kind"), [("high", TonalBuzzer), ("low", Buzzer)])
def test_a_buzzer_that_needs_a_tone(tmp_path: Path, active: str, kind: type[object]) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{ON_THE_PI}kind = "passive"\nactive = "{active}"\n')
    pins = MockFactory(pin_class=MockPWMPin)
    with open_parts(file, lambda: pins) as parts:
        assert type(parts.buzzer) is kind


def test_of_two_lamps_of_a_tile_the_first_is_named(tmp_path: Path, pins: MockFactory) -> None:
    file = tmp_path / "box.toml"
    lamps = '[lamps]\ndriver = "gpio"\npins = [14, 15, 18]\n'
    assert lamps in GOOD
    two = '[[lamps]]\ndriver = "gpio"\ntiles = {}\npins = {}\n'
    file.write_text(
        GOOD.replace(lamps, two.format("[1]", "[14]") + two.format("[1, 2]", "[15, 18]"))
    )
    with open_parts(file, lambda: pins) as parts:
        assert parts.lamps[1].pin is pins.pin(14)
        assert parts.lamps[2].pin is pins.pin(18)


def test_the_example_of_the_page_for_makers(
    tmp_path: Path, pins: MockFactory, mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "box.toml").write_text(GOOD)
    page = (Path(__file__).parents[3] / "docs" / "build-a-box.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    mocker.patch("hardware.gpio.parts.GpiodFactory", return_value=pins)
    lit = []

    def press_confirm(_prompt: str) -> None:
        pins.pin(20).drive_low()
        lit.append(isinstance(pins.pin(18), MockPin) and pins.pin(18).function == "output")

    with chdir(tmp_path):
        exec(compile(example, "build-a-box.md", "exec"), {"input": press_confirm})
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == ["1 is open", "2 is open", "3 is open"]
    assert re.fullmatch(r"[0-9.]+ (0|False)", said[3])
    assert lit == [True]
