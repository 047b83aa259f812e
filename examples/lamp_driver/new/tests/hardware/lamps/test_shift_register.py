"""Lamps on 74HC595, read back as the chips do."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.config.tables.shift_register import MOST_CHIPS, ShiftRegisterTable
from hardware.devices import DeviceEvent
from hardware.lamps.open import open_lamps
from hardware.lamps.shift_register import frames
from hardware.lamps.spi import SpiBus
from tests.support.chips.box_toml import GOOD, problems, read
from tests.support.chips.lamp_chips import FakeSpi, shift_register_outputs

BOX = GOOD.replace(
    '[lamps]\ndriver = "gpio"\npins = [14, 15, 18]\n', '[lamps]\ndriver = "74hc595"\n'
)
NINE_TILES = BOX.replace("tiles = 3", "tiles = 9").replace("27]", "27, 5, 6, 12, 13, 19, 26]")


def sent_for(tmp_path: Path, text: str, *lit: int) -> list[bytes]:
    """What a box with this box.toml sends when these lamps are lit, one set after the other."""
    spi, told = FakeSpi(), list[DeviceEvent]()
    with ExitStack() as opening:
        bus = SpiBus(spi.open, lambda: 0, told.append)
        (lamps,) = open_lamps(read(tmp_path, text), bus, opening)
        for tiles in lit:
            lamps.show(tiles)
    assert told == []
    return spi.sent["/dev/spidev0.0"]


def test_the_lamp_of_each_tile_is_on_the_next_output(tmp_path: Path) -> None:
    text = NINE_TILES.replace('"74hc595"\n', '"74hc595"\nchips = 2\n')
    dark, first, last, closed = sent_for(tmp_path, text, 0b1, 0b1_0000_0000)
    assert shift_register_outputs(dark) == shift_register_outputs(closed) == [0] * 16
    assert shift_register_outputs(first) == [1] + [0] * 15
    assert shift_register_outputs(last) == [0] * 8 + [1] + [0] * 7


def test_lamps_that_light_at_a_low_level(tmp_path: Path) -> None:
    text = BOX.replace('"74hc595"\n', '"74hc595"\nactive = "low"\n')
    dark, lit, _closed = sent_for(tmp_path, text, 0b101)
    assert shift_register_outputs(dark)[:3] == [1, 1, 1]
    assert shift_register_outputs(lit)[:3] == [0, 1, 0]


@pytest.mark.parametrize("active", ["high", "low"])
@given(st.integers(1, MOST_CHIPS), st.data())
def test_every_output_of_a_chain_of_any_length_shows_its_lamp(
    active: Literal["high", "low"], chips: int, data: st.DataObject
) -> None:
    lit = data.draw(st.integers(0, 2 ** (8 * chips) - 1))
    chain = ShiftRegisterTable(tiles=None, bus=0, chip_select=0, chips=chips, active=active)
    (sent,) = frames(chain, lit)
    on = 1 if active == "high" else 0
    shown = [level == on for level in shift_register_outputs(sent)]
    assert shown == [lit >> lamp & 1 == 1 for lamp in range(8 * chips)]


def test_a_chain_that_is_too_short_is_reported(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, NINE_TILES)
    assert (problem.code, problem.key) == ("BX319", "lamps.driver")
    assert problem.sentence == "1 chip has 8 outputs, too few for 9 tiles"


def test_a_wrong_setting_is_reported(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, BOX.replace('"74hc595"\n', '"74hc595"\nactive = "loud"\n'))
    assert (problem.code, problem.key) == ("BX305", "lamps.active")
