"""Lamps with any driver are described, wired and looked at as what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.doctor.check import Machine
from boxctl.doctor.check_pins import check_buses
from boxctl.presentation.wiring_sheet.wires import WireKind, wires
from boxctl.setup.questions import BEFORE_LEARNING
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey
from boxctl.table.box_summary import summary_of
from hardware.config.box_file import LAMP_DRIVERS, BoxFile
from hardware.config.device_table import device_of
from tests.hardware.lamps.test_open import NEEDED
from tests.support.chips.box_toml import read, with_change

ON_A_BUS = [driver.name for driver in LAMP_DRIVERS if device_of(driver) is not None]


@pytest.fixture(params=ON_A_BUS)
def driver(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def box(driver: str, tmp_path: Path) -> BoxFile:
    lines = f'driver = "{driver}"\n{NEEDED.get(driver, "")}'
    return read(tmp_path, with_change('driver = "gpio"\npins = [14, 15, 18]\n', lines))


def test_the_check_of_a_box_toml_calls_lamps_by_their_driver(driver: str, box: BoxFile) -> None:
    (lamps,) = [line for name, line in summary_of(box).parts if name == "lamps"]
    assert lamps == f"{driver}, 3 tiles, /dev/spidev0.0"


def test_the_doctor_looks_at_the_bus_of_lamps(box: BoxFile, tmp_path: Path) -> None:
    (found,) = check_buses(Machine(root=tmp_path), box)
    assert found.code == "BX415"
    assert found.says.startswith("/dev/spidev0.0 for the lamps is not there")


def test_lamps_are_on_the_wiring_sheet(box: BoxFile) -> None:
    assert any(wire.kind is WireKind.SPI for wire in wires(box))


def test_the_set_up_asks_for_the_bus_of_lamps(driver: str) -> None:
    state = SetupState(Survey(), answers={"lamps": driver})
    asked = [question.key for question in BEFORE_LEARNING if question.applies(state)]
    assert "lamps_spi" in asked and "lamps_address" not in asked
