"""The box of a box.toml, with a roller on a serial port that has other dice than the rules."""

from __future__ import annotations

from pathlib import Path
from queue import Queue

from boxctl.presentation.notices import Notice
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from boxctl.table.throws.roller_gate import place_of_dice
from groundwork.clock import monotonic_us
from hardware.config.read import read_box
from hardware.devices import DeviceLost
from tests.support.chips.box_toml import GOOD, with_change
from tests.support.chips.mock_chips import MockChips
from tests.support.firmware.pty_roller import PtyRoller
from tests.support.tables.background import playing

LONG = 60
"""So long, in seconds, the table is waited for before the test is given up."""


def test_people_are_told_the_roller_the_rules_and_their_line(tmp_path: Path) -> None:
    notices: Queue[Notice] = Queue()
    path = tmp_path / "box.toml"
    with PtyRoller(dice=1, sides=20, name="tower") as board:
        port = with_change('port = "/dev/ttyACM0"', f'port = "{board.port}"')
        path.write_text(port.replace('"classic"', '"classic"\nset = { tiles = 3 }'))
        table = BoxTable(
            read_box(path, check_box_file),
            lambda _ruling: None,
            notices.put,
            lambda _remark: None,
            journal=tmp_path / "journal.db",
            chips=MockChips(monotonic_us),
        )
        with table, playing(table, LONG):
            told = notices.get(timeout=LONG)
    assert isinstance(told, DeviceLost)
    assert told.why.startswith(
        "BX521: the roller has 1 die with 20 sides, but the match is played with 2 dice with 6 "
        f'sides ({path}:4: rules.variant = "classic"); plug in a roller that has such dice'
    )


def test_the_line_of_the_setting_that_names_the_dice(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(GOOD.replace('"classic"', '"classic"\nset = { tiles = 3, dice = "1d20" }'))
    box_file = read_box(path, check_box_file)
    assert place_of_dice(box_file) == f'{path}:5: rules.set.dice = "1d20"'
    path.write_text("no TOML any more")
    assert place_of_dice(box_file) == f'{path}: rules.set.dice = "1d20"'
