"""The program is started again, and a sensor is not to be believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.notices import CHATTERING, STUCK, AskedWhere, Declared, GoesOn, Interrupted
from boxctl.set_aside import CHATTERS
from hardware.devices import ButtonName
from hardware.virtual import MILLISECOND
from tests.boxctl.recorded_table import RecordedTable
from tests.boxctl.virtual_table import SECOND


@pytest.fixture
def table(tmp_path: Path) -> RecordedTable:
    """The match was interrupted in a throw of 7, and somebody has shut the 9 meanwhile."""
    table = RecordedTable(tmp_path / "journal.db", players="Ann,Bob")
    table.throws(3, 4)
    table.loses_power()
    table.wood.advance(table.wood.shut(9, table.now) + SECOND)
    table.starts_again()
    return table


def press(table: RecordedTable, button: ButtonName, held: int = 100 * MILLISECOND) -> None:
    table.new.clear()
    table.until(table.wood.press(button, table.now, held) + SECOND)


@pytest.mark.parametrize(("button", "stands"), [("new", True), ("confirm", False)])
def test_an_answer_leaves_no_match_and_declares_no_lever_but_the_one_asked_about(
    table: RecordedTable, button: ButtonName, stands: bool
) -> None:
    table.wood.chatter(7, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    press(table, button)
    assert table.notices[1:] == [
        AskedWhere(7, CHATTERING),
        Declared(7, CHATTERING, stands=stands),
    ]
    assert not table.read().left
    table.opens(9)
    assert isinstance(table.notices[-1], GoesOn) == stands


def test_a_match_does_not_go_on_while_people_are_asked_about_a_sensor(
    table: RecordedTable,
) -> None:
    table.wood.chatter(7, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    table.opens(9)
    assert [type(notice) for notice in table.notices] == [Interrupted, AskedWhere]
    press(table, "new")
    assert [type(notice) for notice in table.notices[2:]] == [Declared, GoesOn]


def test_confirm_that_is_held_says_that_what_has_to_be_put_back_stands_right(
    table: RecordedTable,
) -> None:
    table.wood.stick(9)
    table.opens(9)
    assert [type(notice) for notice in table.notices] == [Interrupted]
    press(table, "confirm", held=SECOND)
    assert table.notices[1] == Declared(9, STUCK, stands=True)
    assert isinstance(table.notices[2], GoesOn)
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]
    assert table.new[0].unverified == ("the sensor of tile 9 is set aside",)
