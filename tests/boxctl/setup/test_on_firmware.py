"""The set-up on the real firmware of a USB board, in the emulator: in virtual time."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boxctl.cli import main
from boxctl.setup.wiring_sentences import CODES
from boxctl.table.check_rules import check_box_file
from hardware.config.read import read_box
from hardware.config.tables.roller import UsbTilesTable
from tests.support.firmware.emulated import needs_avr
from tests.support.setup.miswired import DEAD, FIVE, INVERTED, SWAPPED, right, with_mistakes
from tests.support.setup.virtual_maker import BoxOnFirmware

pytestmark = needs_avr

LEARN = 'replace = true\nlearn = true\nvoice = "none"\ntiles = 9\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.toml"


@pytest.mark.full
def test_a_box_that_is_wired_right_is_the_board_as_it_is(file: Path) -> None:
    result = BoxOnFirmware(right(9)).set_up(file, LEARN)
    assert result.is_whole
    written = tomllib.loads(file.read_text())
    assert written["tiles"] == {"driver": "usb", "sensor": "reed"}
    assert written["lamps"] == written["buttons"] == written["roller"] == {"driver": "usb"}
    assert main(["run", "--check", "--config", str(file)]) == 0


def test_what_is_the_other_way_round_is_written_and_what_is_swapped_has_to_be_mended(
    file: Path,
) -> None:
    box = replace(right(4), inverted={2}, line_of={1: 3, 2: 2, 3: 1, 4: 4}, dead={4})
    on_firmware = BoxOnFirmware(box)
    result = on_firmware.set_up(file, LEARN.replace("9", "4") + 'buttons = "none"\n')
    assert result.not_learned == (1, 3, 4)
    assert any("exchange their wires" in line for line in on_firmware.maker.heard)
    assert result.wiring is not None
    assert {each.mistake for each in result.wiring.mistakes} == {SWAPPED, INVERTED, DEAD}
    tiles = read_box(file, check_box_file).tiles
    assert isinstance(tiles, UsbTilesTable)
    assert [tiles.levers.of(tile).closed_when_open for tile in (1, 2, 3)] == [False, True, False]


@pytest.mark.full
@pytest.mark.parametrize("seed", range(5))
def test_the_five_mistakes_at_random_are_each_named(file: Path, seed: int) -> None:
    wood = with_mistakes(9, FIVE, Random(seed))
    on_firmware = BoxOnFirmware(wood, seed=seed)
    result = on_firmware.set_up(file, LEARN)
    assert result.wiring is not None
    found = {(each.mistake, frozenset(each.contacts)) for each in result.wiring.mistakes}
    assert found == {(kind, frozenset(tiles)) for kind, tiles in wood.named}
    for kind in FIVE:
        assert any(CODES[kind] in line for line in on_firmware.maker.heard)
