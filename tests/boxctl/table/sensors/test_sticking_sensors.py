"""A lever that was moved and does not show it: its sensor is found and put in quarantine."""

from __future__ import annotations

from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    LeverPositionAsked,
    LeversNotMoved,
    NoSensorQuarantined,
    Notice,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.referee.fields import PutBack
from boxctl.rules.tiles import tile
from boxctl.table.sensors.quarantine import CHATTERS, PATIENCE, SensorQuarantine
from hardware.devices import Edge
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import doubts
from tests.support.tables.bad_sensors import chattering, stuck_in_a_move
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def stuck_when_put_back(a_table: BuildTable) -> VirtualTable:
    """The 9 was shut for a throw of 7; its sensor sticks while it is put back."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.shuts(9)
    assert table.ruled == ["refused R4.5"]
    table.wood.stick(9)
    table.opens(9)
    assert table.ruled == []
    return table


def test_a_lever_that_was_asked_to_move_and_has_not_is_named_once(a_table: BuildTable) -> None:
    table = stuck_when_put_back(a_table)
    table.until(table.now + 3 * PATIENCE)
    assert table.notices == [LeversNotMoved(PutBack(open=tile(9)))]


def test_people_have_fifteen_seconds_to_put_a_lever_back() -> None:
    told: list[Notice] = []
    quarantine = SensorQuarantine(told.append, lambda _tile: None, lambda *_moved: None)
    asked, asked_at = PutBack(open=tile(9)), 78 * SECOND
    for waited in (0, 15 * SECOND - 1):
        quarantine.waits_for(asked, asked_at + waited)
        assert told == []
    quarantine.waits_for(asked, asked_at + 15 * SECOND)
    assert told == [LeversNotMoved(asked)]


def test_holding_confirm_sets_the_sensor_aside_and_play_goes_on(a_table: BuildTable) -> None:
    table = stuck_when_put_back(a_table)
    table.holds_confirm()
    assert table.notices == [SensorQuarantined(9, STUCK, stands=True)]
    assert table.ruled == ["restored R4.5"]
    assert table.new[0].unverified
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]
    assert doubts(table.new[0]) == ("the sensor of tile 9 is in quarantine",)


def test_a_sensor_that_stuck_is_believed_as_soon_as_it_moves(a_table: BuildTable) -> None:
    table = stuck_when_put_back(a_table)
    table.holds_confirm()
    table.wood.loosen(9, table.now)
    table.waits(500)
    assert table.notices[-1] == SensorTrusted(9)
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]
    assert not table.new[0].unverified


def test_a_sensor_that_stuck_and_only_flickers_is_not_believed(a_table: BuildTable) -> None:
    table = stuck_when_put_back(a_table)
    table.holds_confirm()
    table.events.append(Edge(table.now + 1, 9, on=True))
    table.events.append(Edge(table.now + 2, 9, on=False))
    table.waits(500)
    assert table.ruled == []
    assert table.notices == [SensorQuarantined(9, STUCK, stands=True)]


def test_confirm_that_is_held_confirms_nothing(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, combine="sum_or_difference")
    table.throws(3, 4)
    table.wood.stick(6)
    table.shuts(1)
    assert table.ruled == ["provisional R4.2"]
    table.shuts(6)
    table.holds_confirm()
    assert table.ruled == []
    while table.notices[-1] != StuckSensorAsked(6):
        table.presses("new")
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]


def test_a_sensor_that_works_again_tells_where_its_lever_is(a_table: BuildTable) -> None:
    table = stuck_when_put_back(a_table)
    table.holds_confirm()
    table.wood.shut(9, table.now)
    table.wood.loosen(9, table.now)
    table.waits(500)
    assert table.ruled == []
    table.opens(9)
    table.shuts(9)
    assert table.notices[-1] == SensorTrusted(9)
    assert table.ruled == ["refused R4.5"]


def test_the_whole_box_may_take_its_time_to_be_made_ready(a_table: BuildTable) -> None:
    table = a_table("two-to-go", players="Ann,Bob")
    table.throws(1, 1)
    table.shuts(2)
    table.throws(3, 3)
    table.shuts(1, 5)
    table.throws(5, 6)
    table.shuts(8, 3)
    table.throws(6, 6)
    assert "turn_over R3.6" in table.ruled
    table.until(table.now + 10 * PATIENCE)
    assert table.notices == []
    table.wood.stick(1)
    table.makes_ready()
    table.until(table.now + 3 * PATIENCE)
    assert table.notices == [LeversNotMoved(PutBack(open=tile(1)))]


def test_the_lever_that_does_not_show_a_move_is_chosen_with_the_buttons(
    a_table: BuildTable,
) -> None:
    table = stuck_in_a_move(a_table, 2)
    table.holds_confirm()
    assert table.notices == [StuckSensorAsked(1)]
    table.presses("new")
    assert table.notices[1:] == [StuckSensorAsked(2)]
    table.presses("confirm")
    assert table.notices[2:] == [SensorQuarantined(2, STUCK, stands=False)]
    assert table.ruled == ["pending R4.1"]
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]
    assert doubts(table.new[0]) == (
        "the sensor of tile 2 did not show this",
        "the sensor of tile 2 is in quarantine",
    )


def test_only_levers_that_may_move_are_asked_about(a_table: BuildTable) -> None:
    table = stuck_in_a_move(a_table, 5)
    table.shuts(2)
    table.holds_confirm()
    asked = []
    while table.runtime.paused:
        asked.append(table.notices[-1])
        table.presses("new")
    assert asked == [
        StuckSensorAsked(1),
        StuckSensorAsked(2),
        StuckSensorAsked(4),
        StuckSensorAsked(5),
    ]
    assert table.notices[-1] == NoSensorQuarantined()


def test_holding_confirm_when_nothing_is_asked_does_nothing(a_table: BuildTable) -> None:
    table = a_table()
    table.holds_confirm()
    assert (table.notices, table.ruled, table.runtime.paused) == ([], [], False)


def test_an_answer_that_is_held_is_an_answer_and_no_more(a_table: BuildTable) -> None:
    table = chattering(a_table, 60 * SECOND)
    table.holds_confirm()
    assert table.notices[1:] == [SensorQuarantined(7, CHATTERING, stands=False)]


def test_confirm_that_was_held_before_something_was_asked_means_nothing(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.wood.press("confirm", table.now, held=SECOND)
    table.wood.shut(9, table.now + SECOND // 4)
    table.waits(2000)
    assert table.ruled == ["refused R4.5"]
    assert table.notices == []


def test_a_second_sensor_that_sticks_is_found_behind_one_in_quarantine(a_table: BuildTable) -> None:
    table = stuck_when_put_back(a_table)
    table.holds_confirm()
    table.wood.stick(7)
    table.shuts(7)
    table.holds_confirm()
    assert table.runtime.asked.put_back == PutBack(open=tile(9), shut=tile(9))
    for _ in (9, 1, 2, 3, 4, 5, 6):
        table.presses("new")
    assert table.notices[-1] == StuckSensorAsked(7)
    table.presses("confirm")
    assert table.notices[-1:] == [SensorQuarantined(7, STUCK, stands=False)]
    assert table.ruled == ["committed R3.1"]


def test_once_a_lever_in_quarantine_has_moved_no_other_is_asked_about(a_table: BuildTable) -> None:
    table = chattering(a_table, 60 * SECOND)
    table.presses("new")
    table.wood.shut(7, table.now)
    table.holds_confirm()
    table.presses("confirm")
    assert not table.runtime.paused


def test_a_sensor_that_chatters_is_not_among_those_that_may_stick_any_more(
    a_table: BuildTable,
) -> None:
    table = stuck_in_a_move(a_table, 2)
    table.holds_confirm()
    assert table.notices == [StuckSensorAsked(1)]
    table.wood.chatter(1, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    assert table.notices[1:] == [LeverPositionAsked(1, CHATTERING)]
    table.presses("new")
    assert table.notices[2:] == [SensorQuarantined(1, CHATTERING, stands=True), StuckSensorAsked(2)]
    table.presses("confirm")
    assert table.notices[-1] == SensorQuarantined(2, STUCK, stands=False)
