"""Buttons that people type in the terminal of ``boxctl run``."""

from __future__ import annotations

from pathlib import Path
from queue import Queue

from boxctl.presentation.notices import Notice, Reminder, StuckSensorAsked
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from groundwork.clock import monotonic_us
from hardware.config.read import read_box
from tests.support.chips.box_toml import with_change
from tests.support.chips.mock_chips import MockChips
from tests.support.tables.background import playing

LONG = 60
"""So long, in seconds, the table is waited for before the test is given up."""


def test_a_typed_button_is_pressed_shortly_unless_it_is_to_be_held(tmp_path: Path) -> None:
    notices: Queue[Notice] = Queue()
    path = tmp_path / "box.toml"
    serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    typed = with_change(serial, '[roller]\ndriver = "pi"')
    path.write_text(typed.replace('"classic"', '"classic"\nset = { tiles = 3 }'))
    table = BoxTable(
        read_box(path, check_box_file),
        lambda _ruling: None,
        notices.put,
        lambda _remark: None,
        journal=tmp_path / "journal.db",
        chips=MockChips(monotonic_us),
    )
    with table, playing(table, LONG):
        table.type_throw("1 2")
        table.type_button("confirm")
        assert isinstance(notices.get(timeout=LONG), Reminder)
        table.type_button("confirm", long=True)
        assert notices.get(timeout=LONG) == StuckSensorAsked(1)
