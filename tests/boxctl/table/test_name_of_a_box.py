"""The name of a box in the journal is that of the first version, so its matches go on."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from boxctl.table.check_rules import name_of
from hardware.config.tables.levers import LeverSensors
from tests.support.chips.box_toml import levers, read

START = '[box]\ntiles = {}\n[rules]\nvariant = "classic"\n[tiles]\n'
ON_PINS = (
    START.format(3)
    + 'driver = "gpio"\npins = [4, "mcp23017:12", "1:3"]\nsensor = "switch"\nactuated_by = "open"\n'
    '[buttons]\ndriver = "gpio"\nroll = 16\n[roller]\ndriver = "pi"\n'
)
ON_A_BOARD = (
    START.format(9) + 'driver = "usb"\n[usb]\nport = "/dev/nowhere"\n[roller]\ndriver = "usb"\n'
)

PINS_AT_FIRST = (
    "(BoxTable(tiles=3), GpioTable(chip='auto', i2c=True), UsbTable(port='auto', baud=115200), "
    "TilesTable(pins=(Pin(line=4, chip=None), Pin(line=12, chip='mcp23017'), "
    "Pin(line=3, chip=1)), sensor='switch', connects_to='ground', contact='normally_open', "
    "actuated_by='open', debounce_ms=10))"
)
BOARD_AT_FIRST = (
    "(BoxTable(tiles=9), GpioTable(chip='auto', i2c=True), "
    "UsbTable(port='/dev/nowhere', baud=115200), OnBoard())"
)


def named(directory: Path, wiring: str) -> str:
    digest = sha256(wiring.encode()).hexdigest()[:12]
    return f"{directory / 'box.toml'} wired as {digest}"


def test_a_box_on_pins_keeps_the_name_that_the_first_version_gave_it(tmp_path: Path) -> None:
    assert name_of(read(tmp_path, ON_PINS)) == named(tmp_path, PINS_AT_FIRST)


def test_a_box_on_a_board_keeps_the_name_that_the_first_version_gave_it(tmp_path: Path) -> None:
    assert name_of(read(tmp_path, ON_A_BOARD)) == named(tmp_path, BOARD_AT_FIRST)


def test_another_sensor_on_one_lever_does_not_make_it_another_box(tmp_path: Path) -> None:
    box = read(tmp_path, ON_PINS)
    table = levers(box)
    sensors = LeverSensors(
        table.levers.usual, {2: replace(table.levers.usual, contact="normally_closed")}
    )
    assert name_of(replace(box, tiles=replace(table, levers=sensors))) == name_of(box)
