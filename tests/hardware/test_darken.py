"""A program was killed; what it left on is switched off."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from hardware.buses import Buses
from hardware.config.box_file import BoxFile
from hardware.darken import darken
from tests.support.chips.box_toml import read
from tests.support.chips.lamp_chips import FakeSpi
from tests.support.chips.mock_chips import MockChips

BOX = """\
[box]
tiles = 3
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27]
[[lamps]]
driver = "gpio"
pins = [14, 15, "mcp23017:3"]
[[lamps]]
driver = "gpio"
pins = [20, 21, 22]
active = "low"
[[lamps]]
driver = "max7219"
[buttons]
driver = "gpio"
roll = 16
[roller]
driver = "pi"
leds = [[23, 24, 25, 26]]
[buzzer]
driver = "gpio"
pin = 12
"""
LIT_HIGH = (14, 15, "mcp23017:3", 23, 24, 25, 26, 12)
LIT_LOW = (20, 21, 22)
LEVERS_AND_BUTTONS = (4, 17, 27, 16)


@pytest.fixture
def box(tmp_path: Path) -> BoxFile:
    return read(tmp_path, BOX)


@pytest.fixture
def chips() -> MockChips:
    """The chips after the kill: everything that can be lit is."""
    chips = MockChips()
    for pin in LIT_HIGH:
        chips.pin(pin).drive(high=True)
    for pin in LIT_LOW:
        chips.pin(pin).drive(high=False)
    return chips


def lit(chips: MockChips, among: Iterable[int | str] = (*LIT_HIGH, *LIT_LOW)) -> list[int | str]:
    """The pins of these whose lamp, LED or buzzer is on."""
    return [pin for pin in among if chips.pin(pin).high == (pin in LIT_HIGH)]


def test_everything_that_was_left_on_is_off(box: BoxFile, chips: MockChips) -> None:
    spi = FakeSpi()
    assert darken(box, chips=chips, buses=Buses(spi=spi.open)) == []
    assert lit(chips) == []
    dark = [bytes([row, 0]) for row in range(1, 9)]
    assert set(dark) <= set(spi.sent["/dev/spidev0.0"])


def test_nothing_stays_held(box: BoxFile, chips: MockChips) -> None:
    spi = FakeSpi()
    darken(box, chips=chips, buses=Buses(spi=spi.open))
    assert not [pin for pin in (*LIT_HIGH, *LIT_LOW) if chips.pin(pin).held]
    assert spi.open_files == []


def test_levers_and_buttons_are_not_touched(box: BoxFile, chips: MockChips) -> None:
    darken(box, chips=chips, buses=Buses(spi=FakeSpi().open))
    assert not any(chips.pin(pin).shown for pin in LEVERS_AND_BUTTONS)


def test_a_line_that_another_program_has_is_a_fault_and_the_rest_goes_dark(
    box: BoxFile, chips: MockChips
) -> None:
    chips.header.users[12] = "boxctl"
    (fault,) = darken(box, chips=chips, buses=Buses(spi=FakeSpi().open))
    assert fault.code == "BX404"
    assert "the buzzer is in use by another boxctl" in str(fault)
    assert lit(chips) == [12]


def test_an_expander_that_does_not_answer_keeps_no_other_lamp_lit(
    box: BoxFile, chips: MockChips
) -> None:
    chips.expander.is_away = True
    (fault,) = darken(box, chips=chips, buses=Buses(spi=FakeSpi().open))
    assert fault.code == "BX407"
    assert lit(chips) == ["mcp23017:3"]


def test_an_spi_bus_that_is_off_keeps_no_lamp_on_a_pin_lit(box: BoxFile, chips: MockChips) -> None:
    spi = FakeSpi()
    spi.fails = FileNotFoundError(2, "No such file or directory")
    (fault,) = darken(box, chips=chips, buses=Buses(spi=spi.open))
    assert fault.code == "BX415"
    assert lit(chips) == []


def test_a_board_on_usb_is_left_to_darken_itself(tmp_path: Path, chips: MockChips) -> None:
    tables = "".join(
        f'[{name}]\ndriver = "usb"\n' for name in ("tiles", "lamps", "buttons", "roller")
    )
    box = read(tmp_path, f'[box]\ntiles = 9\n[rules]\nvariant = "classic"\n{tables}')
    assert darken(box, chips=chips) == []
