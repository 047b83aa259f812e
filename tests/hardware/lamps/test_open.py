"""Every driver of lamps that box.toml may name is opened, lights its lamps and darkens them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest

from hardware.buses import Buses
from hardware.config.box_file import LAMP_DRIVERS
from hardware.config.declare import Driver
from hardware.config.device_table import DrivenLampTable, device_of
from hardware.config.tables.i2c import OnI2c
from hardware.config.tables.spi import OnSpi
from hardware.devices import Lamps
from hardware.lamps.open import open_lamps
from hardware.lamps.retry import LampMachine
from hardware.open_box import open_devices
from hardware.usb import UsbLamps
from tests.support.chips.box_toml import read, with_change
from tests.support.chips.lamp_chips import FakeI2c, FakeSpi
from tests.support.chips.mock_chips import MockChips
from tests.support.installed_package import install_example

DRIVERS = {driver.name: driver for driver in LAMP_DRIVERS}

NEEDED = {"gpio": "pins = [14, 15, 18]\n"}
"""Lines of box.toml for the keys of a driver that have no default."""

State = tuple[object, ...]
Bench = Callable[[Path, str, Callable[[Lamps], object]], list[State]]
"""Opens the lamps of a box.toml, lets them be used, closes them; returns each state in turn."""


def on_pins(tmp_path: Path, text: str, use: Callable[[Lamps], object]) -> list[State]:
    text = text.replace('[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"', ON_PI)
    chips = MockChips(lambda: 0)

    def state() -> State:
        return tuple(chips.pin(pin).shown[-1] for pin in (14, 15, 18))

    with open_devices(read(tmp_path, text), lambda: 0, print, chips=chips) as box:
        states = [state()]
        use(box.lamps)
        states.append(state())
    return [*states, state()]


ON_PI = '[roller]\ndriver = "hand"'


def on_a_board(_tmp_path: Path, _text: str, use: Callable[[Lamps], object]) -> list[State]:
    class Board:
        lit = 0

        def light(self, tiles: int) -> None:
            self.lit = tiles

    board = Board()
    lamps = UsbLamps(board)
    states: list[State] = [(board.lit,)]
    use(lamps)
    states.append((board.lit,))
    lamps.show(0)  # The board is told so when its box is closed.
    return [*states, (board.lit,)]


def on_spi(tmp_path: Path, text: str, use: Callable[[Lamps], object]) -> list[State]:
    spi = FakeSpi()
    states: list[State] = []
    with ExitStack() as opening:
        machine = LampMachine(Buses(spi=spi.open), lambda: 0, print)
        (group,) = open_lamps(read(tmp_path, text), machine, opening)
        changes: list[Callable[[], object]] = [lambda: None, lambda: use(group), opening.close]
        for change in changes:
            change()
            (sent,) = spi.sent.values()
            states.append(tuple(sent))
            sent.clear()
    assert spi.open_files == []
    return states


def on_i2c(tmp_path: Path, text: str, use: Callable[[Lamps], object]) -> list[State]:
    bus = FakeI2c()
    with ExitStack() as opening:
        machine = LampMachine(Buses(i2c=bus.open), lambda: 0, print)
        (group,) = open_lamps(read(tmp_path, text), machine, opening)
        states: list[State] = [bus.registers()]
        bus.changed.clear()
        use(group)
        assert bus.changed.wait(LONG)
        states.append(bus.registers())
    assert bus.open_buses == 0
    return [*states, bus.registers()]


LONG = 10.0
"""Seconds in which a thread has long done its work."""


def bench_for(driver: Driver) -> Bench:
    """The bench on which lamps of this driver are seen: by their place, whatever their name."""
    device = device_of(driver)
    if device is None:
        return {"gpio": on_pins, "usb": on_a_board}[driver.name]
    assert issubclass(device, DrivenLampTable)
    return on_spi if issubclass(device, OnSpi) else on_i2c


def lines_for(driver: Driver) -> str:
    """A box.toml with these lamps."""
    lines = f'driver = "{driver.name}"\n{NEEDED.get(driver.name, "")}'
    return with_change('driver = "gpio"\npins = [14, 15, 18]\n', lines)


def assert_lit_and_darkened(driver: Driver, tmp_path: Path) -> None:
    dark, lit, closed = bench_for(driver)(tmp_path, lines_for(driver), lambda lamps: lamps.show(5))
    assert lit and lit != dark
    assert closed == dark


@pytest.mark.parametrize("name", DRIVERS)
def test_a_driver_opens_its_lamps_lights_and_darkens_them(name: str, tmp_path: Path) -> None:
    assert_lit_and_darkened(DRIVERS[name], tmp_path)


def test_a_driver_of_another_package_on_i2c_does_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_example(tmp_path / "packages", monkeypatch)
    driver: Driver = import_module("boxctl_pca9685").PCA9685
    device = device_of(driver)
    assert device is not None and issubclass(device, OnI2c)
    assert_lit_and_darkened(driver, tmp_path)


def test_lamps_with_the_tiles_are_left_to_them(tmp_path: Path) -> None:
    box = read(tmp_path, lines_for(DRIVERS["gpio"]))
    with ExitStack() as opening:
        assert open_lamps(box, LampMachine(Buses(), lambda: 0, print), opening) == []
