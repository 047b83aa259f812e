"""A box on gpiozero's pin factories lgpio and pigpio: libraries, or a daemon, in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType

import pytest
from gpiozero.pins.local import LocalPiFactory
from pytest_mock import MockerFixture

from groundwork.faults import Fault
from hardware.config.box_file import BoxFile
from hardware.devices import Box, DeviceBack, DeviceEvent, DeviceLost, Edge
from hardware.gpio.box import open_box
from hardware.gpio.parts import open_parts
from hardware.worker.availability import AGAIN
from tests.support.chips.box_toml import GOOD, read
from tests.support.chips.fake_pin_libraries import FakeLgpio, FakePigpio
from tests.support.chips.pigpio_daemon import PI_4B, PigpioDaemon

INPUTS = (4, 17, 27, 20, 21, 16)
NEVER_S = 60.0


@pytest.fixture(autouse=True)
def pi(mocker: MockerFixture, tmp_path: Path) -> None:
    """A Raspberry Pi, of which gpiozero's local factories have no line reserved."""
    # They share this, and an exception that is looked at keeps the device that failed alive.
    LocalPiFactory._reservations.clear()
    mocker.patch("gpiozero.pins.local.get_pi_revision", return_value=PI_4B)
    mocker.patch.dict("os.environ", {"RUNTIME_DIRECTORY": str(tmp_path)})


def library(mocker: MockerFixture, name: str, module: ModuleType | None) -> None:
    mocker.patch.dict(sys.modules, {name: module})
    sys.modules.pop(f"gpiozero.pins.{name}", None)


@pytest.fixture
def lgpio(mocker: MockerFixture) -> FakeLgpio:
    fake = FakeLgpio()
    library(mocker, "lgpio", fake)
    return fake


@pytest.fixture
def pigpio(mocker: MockerFixture) -> FakePigpio:
    fake = FakePigpio()
    library(mocker, "pigpio", fake)
    return fake


def box_with(tmp_path: Path, factory: str, more: str = "", toml: str = GOOD) -> BoxFile:
    return read(tmp_path, f'{toml}\n[gpio]\nfactory = "{factory}"\n{more}')


class Heard:
    """A box, what it hands over, and its time."""

    def __init__(self) -> None:
        self.now = 0
        self.events: list[DeviceEvent] = []

    @contextmanager
    def box(self, file: BoxFile) -> Iterator[Box]:
        with open_box(file, lambda: self.now, self.events.append) as box:
            yield box


def test_levers_and_lamps_on_lgpio(tmp_path: Path, lgpio: FakeLgpio) -> None:
    heard = Heard()
    with heard.box(box_with(tmp_path, "lgpio")) as box:
        assert lgpio.opened == [0]
        assert box.tiles.read() == {1: True, 2: True, 3: True}
        lgpio.drive(17, high=False, at_ns=86_400_000_123_999)
        assert box.tiles.read() == {1: True, 2: False, 3: True}
        # The kernel's time, whenever the edge arrives.
        assert heard.events == [Edge(86_400_000_123, 2, on=False)]
        box.lamps.show(0b101)
        assert [lgpio.wires[pin].level for pin in (14, 15, 18)] == [1, 0, 1]
    assert [lgpio.wires[pin].level for pin in (14, 15, 18)] == [0, 0, 0]
    assert lgpio.opened == []


def test_a_closed_box_on_lgpio_hears_nothing(tmp_path: Path, lgpio: FakeLgpio) -> None:
    heard = Heard()
    with heard.box(box_with(tmp_path, "lgpio")):
        pass
    lgpio.drive(17, high=False, at_ns=1)
    assert heard.events == []


def test_lgpio_finds_a_chip_by_its_number(tmp_path: Path, lgpio: FakeLgpio) -> None:
    with Heard().box(box_with(tmp_path, "lgpio", "chip = 4\n")):
        assert lgpio.opened == [4]


def test_lines_of_lgpio_that_fail_are_tried_again(tmp_path: Path, lgpio: FakeLgpio) -> None:
    heard = Heard()
    with heard.box(box_with(tmp_path, "lgpio")) as box:
        lgpio.broken = True
        assert box.tiles.read() == {}
        lgpio.broken, heard.now = False, AGAIN
        assert box.tiles.read() == {1: True, 2: True, 3: True}
    assert [type(event) for event in heard.events] == [DeviceLost, DeviceBack]


def test_levers_and_lamps_on_another_pi(
    tmp_path: Path, pigpio: FakePigpio, mocker: MockerFixture
) -> None:
    mocker.patch.dict("os.environ", {"PIGPIO_ADDR": "box.local"})
    mocker.patch("hardware.gpio.other_factories.monotonic_us", return_value=5)
    heard = Heard()
    with heard.box(box_with(tmp_path, "pigpio")) as box:
        assert pigpio.asked == [("box.local", 8888)]
        pigpio.drive(17, high=False)
        assert box.tiles.read() == {1: True, 2: False, 3: True}
        # The time of its arrival: that of the other Pi is from another clock.
        assert heard.events == [Edge(5, 2, on=False)]
        box.lamps.show(0b010)
        assert [pigpio.wires[pin].level for pin in (14, 15, 18)] == [0, 1, 0]


def test_the_real_client_of_pigpio(tmp_path: Path, mocker: MockerFixture) -> None:
    library(mocker, "pigpio", pytest.importorskip("pigpio"))
    mocker.patch("hardware.gpio.other_factories.monotonic_us", return_value=5)
    events: SimpleQueue[DeviceEvent] = SimpleQueue()
    with PigpioDaemon() as daemon:
        for pin in INPUTS:
            daemon.drive(pin, high=True)
        mocker.patch.dict(
            "os.environ", {"PIGPIO_ADDR": "localhost", "PIGPIO_PORT": str(daemon.port)}
        )
        with open_box(box_with(tmp_path, "pigpio"), lambda: 0, events.put) as box:
            assert box.tiles.read() == {1: True, 2: True, 3: True}
            daemon.drive(17, high=False)
            assert events.get(timeout=NEVER_S) == Edge(5, 2, on=False)
            assert box.tiles.read() == {1: True, 2: False, 3: True}
            box.lamps.show(0b010)
            assert [daemon.level(pin) for pin in (14, 15, 18)] == [0, 1, 0]
        assert [daemon.level(pin) for pin in (14, 15, 18)] == [0, 0, 0]
    assert events.empty()


def fault_of(file: BoxFile) -> str:
    with pytest.raises(Fault) as caught, Heard().box(file):
        pass
    return str(caught.value)


def test_a_daemon_that_does_not_answer(tmp_path: Path, pigpio: FakePigpio) -> None:
    pigpio.answers = False
    assert fault_of(box_with(tmp_path, "pigpio")) == (
        'BX401: gpio.factory is "pigpio", and it cannot be used (failed to connect to '
        "localhost:8888); start its daemon (sudo systemctl start pigpiod), here or where "
        "PIGPIO_ADDR says"
    )


def test_a_library_that_is_not_installed(tmp_path: Path, mocker: MockerFixture) -> None:
    library(mocker, "pigpio", None)
    said = fault_of(box_with(tmp_path, "pigpio"))
    assert said.startswith('BX401: gpio.factory is "pigpio", and its library cannot be imported')
    command = f"{sys.executable} -m pip install pigpio"
    assert said.endswith(f"install it ({command}), or leave gpio.factory out")


def test_a_line_that_lgpio_does_not_give(tmp_path: Path, lgpio: FakeLgpio) -> None:
    lgpio.busy = {17}
    assert fault_of(box_with(tmp_path, "lgpio")).startswith(
        "BX407: pin 17 of tile 2 cannot be used (GPIO busy)"
    )


@pytest.mark.parametrize(
    ("factory", "cure"), [("lgpio", "give its number in gpio.chip"), ("pigpio", 'write "auto"')]
)
def test_a_chip_that_is_not_found_by_its_label(tmp_path: Path, factory: str, cure: str) -> None:
    assert fault_of(box_with(tmp_path, factory, 'chip = "mcp23017"\n')) == (
        f'BX402: gpio.factory is "{factory}", which does not find the chip "mcp23017"; {cure}'
    )


def test_a_second_chip_is_not_reached(tmp_path: Path, lgpio: FakeLgpio) -> None:
    toml = GOOD.replace("pins = [4, 17, 27]", 'pins = [4, 17, "mcp23017:3"]')
    assert fault_of(box_with(tmp_path, "lgpio", toml=toml)).startswith(
        'BX402: gpio.factory is "lgpio", which reaches one chip only, and a pin is on "mcp23017"'
    )


def test_a_pin_that_names_the_header_is_reached(tmp_path: Path, lgpio: FakeLgpio) -> None:
    toml = GOOD.replace("pins = [4, 17, 27]", 'pins = [4, 17, "pinctrl-rp1:27"]')
    with Heard().box(box_with(tmp_path, "lgpio", toml=toml)) as box:
        assert box.tiles.read() == {1: True, 2: True, 3: True}


def test_a_script_has_the_parts_of_the_box_on_the_factory_of_box_toml(
    tmp_path: Path, pigpio: FakePigpio
) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{GOOD}\n[gpio]\nfactory = "pigpio"\n')
    with open_parts(file) as parts:
        pigpio.drive(4, high=False)
        assert not parts.levers[1].is_open
        parts.lamps[2].on()
        assert pigpio.wires[15].level == 1


def test_a_library_that_cannot_be_installed(tmp_path: Path, mocker: MockerFixture) -> None:
    library(mocker, "pigpio", None)
    mocker.patch("hardware.gpio.other_factories.pip_command", return_value=None)
    said = fault_of(box_with(tmp_path, "pigpio"))
    assert said.endswith("; leave gpio.factory out, as this boxctl has no pip to install it with")
