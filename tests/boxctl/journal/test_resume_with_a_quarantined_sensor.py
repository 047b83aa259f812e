"""The program is started again, and a sensor is not to be believed."""

from __future__ import annotations

import pytest

from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    LeverPositionAsked,
    MatchContinues,
    MatchInterrupted,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.table.sensors.quarantine import CHATTERS
from hardware.devices import ButtonName
from tests.support.rulings import doubts
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


@pytest.fixture
def table(a_table: BuildTable) -> VirtualTable:
    """The match was interrupted in a throw of 7, and somebody has shut the 9 meanwhile."""
    table = a_table(players="Ann,Bob", journal=True)
    table.throws(3, 4)
    table.loses_power()
    table.wood.advance(table.wood.shut(9, table.now) + SECOND)
    table.starts_again()
    return table


@pytest.mark.parametrize(("button", "stands"), [("new", True), ("confirm", False)])
def test_an_answer_leaves_no_match_and_declares_no_lever_but_the_one_asked_about(
    table: VirtualTable, button: ButtonName, stands: bool
) -> None:
    table.wood.chatter(7, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    table.presses(button)
    assert table.notices[1:] == [
        LeverPositionAsked(7, CHATTERING),
        SensorQuarantined(7, CHATTERING, stands=stands),
    ]
    assert not table.read().left
    table.opens(9)
    assert isinstance(table.notices[-1], MatchContinues) == stands


def test_a_match_does_not_go_on_while_people_are_asked_about_a_sensor(
    table: VirtualTable,
) -> None:
    table.wood.chatter(7, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    table.opens(9)
    assert [type(notice) for notice in table.notices] == [MatchInterrupted, LeverPositionAsked]
    table.presses("new")
    assert [type(notice) for notice in table.notices[2:]] == [SensorQuarantined, MatchContinues]


def test_confirm_that_is_held_says_that_what_has_to_be_put_back_stands_right(
    table: VirtualTable,
) -> None:
    table.wood.stick(9)
    table.opens(9)
    assert [type(notice) for notice in table.notices] == [MatchInterrupted]
    table.holds_confirm()
    assert table.notices[1] == SensorQuarantined(9, STUCK, stands=True)
    assert isinstance(table.notices[2], MatchContinues)
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]
    assert doubts(table.new[0]) == ("the sensor of tile 9 is in quarantine",)


def test_a_sensor_in_quarantine_stays_so_over_a_restart(a_table: BuildTable) -> None:
    table = a_table(players="Ann,Bob", journal=True)
    table.throws(3, 4)
    table.wood.stick(7)
    table.shuts(7)
    table.holds_confirm()
    while table.notices[-1] != StuckSensorAsked(7):
        table.presses("new")
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]
    table.loses_power()
    table.starts_again()
    assert table.notices[1:] == [LeverPositionAsked(7, STUCK)]
    table.presses("confirm")
    assert table.ruled == []
    table.throws(2, 3)
    assert table.ruled == ["throw R3.1"]
    assert doubts(table.new[0]) == ("the sensor of tile 7 is in quarantine",)


def test_a_sensor_that_is_believed_again_stays_so_over_a_restart(a_table: BuildTable) -> None:
    table = a_table(players="Ann,Bob", journal=True)
    table.throws(3, 4)
    table.shuts(9)
    table.wood.stick(9)
    table.opens(9)
    table.holds_confirm()
    table.wood.loosen(9, table.now)
    table.waits(500)
    assert table.notices[-1] == SensorTrusted(9)
    table.loses_power()
    table.starts_again()
    assert [type(notice) for notice in table.notices] == [MatchInterrupted]


def test_the_next_match_knows_what_was_in_quarantine_in_the_one_before(a_table: BuildTable) -> None:
    table = a_table(tiles=3, journal=True)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    table.wood.stick(2)
    table.presses("new")
    table.opens(2)
    table.holds_confirm()
    assert table.ruled == ["ready R4.9"]
    table.throws(1, 2)
    table.shuts(3)
    table.throws(1, 3)
    table.presses("new")
    table.opens(3)
    assert table.ruled == ["ready R4.9"]
    table.loses_power()
    table.starts_again()
    assert table.notices[1:] == [LeverPositionAsked(2, STUCK)]
