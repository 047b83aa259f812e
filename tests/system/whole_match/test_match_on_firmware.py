"""The whole match with the real firmware, in virtual time: as a roller, and as a whole USB box."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.presentation.ruling_lines import ruling_as_json
from firmware_bridge.build_firmware import Chip
from tests.support.firmware.emulated import BOTH_CHIPS
from tests.support.rulings import of
from tests.support.tables.emulated_board import FirmwareBox, FirmwareRoller
from tests.support.tables.match import summary
from tests.support.tables.mock_pins import MockPins, throws_itself
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.virtual_table import BuildTable


@pytest.mark.parametrize("chip", BOTH_CHIPS)
def test_the_match_with_the_firmware_as_roller(
    a_table: BuildTable, tmp_path: Path, chip: Chip
) -> None:
    box_file = tmp_path / "box.toml"
    box_file.write_text(throws_itself(THE_MATCH.box_toml("")))
    table = a_table(wiring=MockPins(box_file), roller=FirmwareRoller(chip))
    table.plays(THE_MATCH)
    assert [summary(ruling_as_json(ruling)) for ruling in table.rulings] == THE_MATCH.rulings
    assert of(table.rulings[-1]).payout == THE_MATCH.payout


@pytest.mark.full
@pytest.mark.parametrize("chip", BOTH_CHIPS)
def test_the_match_with_the_firmware_as_the_whole_box(
    a_table: BuildTable, tmp_path: Path, chip: Chip
) -> None:
    box_file = tmp_path / "box.toml"
    stake = "set = { stake = 50 }"
    box_file.write_text(
        f'[box]\ntiles = 9\n[rules]\nvariant = "classic"\nplayers = ["Ann", "Bob"]\n{stake}\n'
        '[usb]\nport = "/dev/nowhere"\n[tiles]\ndriver = "usb"\n[lamps]\ndriver = "usb"\n'
        '[buttons]\ndriver = "usb"\n[roller]\ndriver = "usb"\n'
    )
    board = FirmwareBox(box_file, "small_box", chip)
    table = a_table(wiring=board, roller=board)
    table.waits(1000)
    assert board.lamps == 0x1FF
    table.plays(THE_MATCH)
    assert [summary(ruling_as_json(ruling)) for ruling in table.rulings] == THE_MATCH.rulings
    assert of(table.rulings[-1]).payout == THE_MATCH.payout
    # Bob has shut the box: the odd and the even lamps in turn.
    shown = set()
    for _ in range(8):
        table.waits(300)
        shown.add(board.lamps)
    assert shown == {0b101010101, 0b010101010}
