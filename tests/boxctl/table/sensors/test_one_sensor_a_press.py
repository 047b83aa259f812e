"""A long press of confirm puts one sensor in quarantine at most, and never one nobody named."""

from __future__ import annotations

import pytest

from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    LeverPositionAsked,
    LeversNotMoved,
    NoSensorQuarantined,
    SensorQuarantined,
    StuckSensorAsked,
)
from boxctl.referee.fields import PutBack
from boxctl.rules.tiles import numbers, tile
from boxctl.table.sensors.quarantine import CHATTERS
from hardware.devices import ButtonName
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.bad_sensors import chattering
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

KNOCKED = (2, 3, 4, 5, 6, 7, 8, 9)


def knocked(a_table: BuildTable) -> VirtualTable:
    """Eight tiles have fallen one by one before the throw, and lie flat."""
    table = a_table(wood=PERFECT_WOOD)
    table.shuts(*KNOCKED)
    assert table.runtime.put_back == PutBack(open=sum(map(tile, KNOCKED)))
    table.notices.clear()
    return table


def reaching_the_neighbour(a_table: BuildTable) -> VirtualTable:
    """A throw of 8 is answered with 3 and 5, and the magnet of the 3 also closes the reed of 4."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 5)
    table.shuts(3, 4, 5)
    assert table.ruled == ["pending R4.1", "pending R4.1", "refused R4.5"]
    assert table.runtime.put_back == PutBack(open=tile(5))
    return table


def interrupted(a_table: BuildTable) -> VirtualTable:
    """A throw of 7 is to be answered, and the 8 and the 9 were shut while the program was away."""
    table = a_table(wood=PERFECT_WOOD, journal=True)
    table.throws(3, 4)
    table.loses_power()
    for number in (8, 9):
        table.wood.advance(table.wood.shut(number, table.now))
    table.starts_again()
    return table


def answers(table: VirtualTable, button: ButtonName) -> list[object]:
    """Press until nothing is asked; return what was told from the long press on."""
    while table.runtime.paused:
        table.presses(button)
    return list(table.notices)


def test_eight_healthy_sensors_of_a_knocked_box_stay_believed(a_table: BuildTable) -> None:
    table = knocked(a_table)
    table.holds_confirm()
    assert table.notices == [StuckSensorAsked(2)]
    told = answers(table, "new")
    assert told == [*map(StuckSensorAsked, KNOCKED), NoSensorQuarantined()]
    assert table.runtime.put_back.open == sum(map(tile, KNOCKED))


def test_it_is_none_of_them_when_confirm_is_held_again(a_table: BuildTable) -> None:
    table = knocked(a_table)
    table.holds_confirm()
    table.presses("new")
    table.holds_confirm()
    assert table.notices == [StuckSensorAsked(2), StuckSensorAsked(3), NoSensorQuarantined()]
    assert not table.runtime.paused


def test_each_long_press_names_one_sensor(a_table: BuildTable) -> None:
    table = knocked(a_table)
    table.holds_confirm()
    table.presses("confirm")
    assert table.notices[1:] == [SensorQuarantined(2, STUCK, stands=True)]
    assert numbers(table.runtime.put_back.open) == KNOCKED[1:]


def test_the_wrong_neighbour_can_be_named(a_table: BuildTable) -> None:
    table = reaching_the_neighbour(a_table)
    table.holds_confirm()
    assert answers_until(table, StuckSensorAsked(4)) == [
        StuckSensorAsked(5),
        StuckSensorAsked(3),
        StuckSensorAsked(4),
    ]
    table.presses("confirm")
    assert table.notices[3:] == [SensorQuarantined(4, STUCK, stands=True)]
    # What remains is the 3 and the 5, as they were shut.
    assert table.ruled == ["restored R4.5", "committed R3.1"]


def answers_until(table: VirtualTable, question: object) -> list[object]:
    while table.notices[-1] != question:
        assert table.runtime.paused
        table.presses("new")
    return list(table.notices)


def test_with_one_tile_asked_and_others_moved_people_are_asked(a_table: BuildTable) -> None:
    table = reaching_the_neighbour(a_table)
    table.holds_confirm()
    assert answers(table, "new")[-2:] == [StuckSensorAsked(4), NoSensorQuarantined()]


def test_a_sensor_in_quarantine_may_be_the_one_that_is_meant(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.wood.chatter(1, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    table.presses("new")
    table.shuts(9)
    assert table.runtime.put_back == PutBack(open=tile(9))
    table.notices.clear()
    table.holds_confirm()
    table.presses("new")
    assert table.notices == [StuckSensorAsked(9), LeverPositionAsked(1, CHATTERING)]


def test_what_is_asked_of_an_interrupted_match_is_asked_one_by_one(a_table: BuildTable) -> None:
    table = interrupted(a_table)
    table.notices.clear()
    table.holds_confirm()
    assert table.notices == [StuckSensorAsked(8)]
    table.presses("confirm")
    assert table.notices[1:] == [SensorQuarantined(8, STUCK, stands=True)]
    assert table.runtime.put_back == PutBack(open=tile(9))


def test_levers_put_right_while_people_are_asked_let_the_match_go_on(a_table: BuildTable) -> None:
    table = interrupted(a_table)
    table.holds_confirm()
    table.opens(8, 9)
    table.holds_confirm()
    assert not table.runtime.put_back
    table.shuts(7)
    assert table.ruled[-1:] == ["committed R3.1"]


def test_an_answer_that_was_begun_before_the_question_changed_means_nothing(
    a_table: BuildTable,
) -> None:
    table = knocked(a_table)
    table.holds_confirm()
    table.wood.chatter(1, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS - SECOND // 10)
    table.wood.press("confirm", table.now, held=SECOND // 2)
    table.waits(1000)
    assert table.notices == [StuckSensorAsked(2), LeverPositionAsked(1, CHATTERING)]


@pytest.mark.parametrize("asked", [KNOCKED, (2, 3)])
def test_without_a_button_to_answer_with_nothing_is_declared(
    a_table: BuildTable, asked: tuple[int, ...]
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    del table.wood.buttons.shown["new"]
    table.sit_down()
    table.shuts(*asked)
    table.notices.clear()
    table.holds_confirm()
    back = PutBack(open=sum(map(tile, asked)))
    assert table.notices == [LeversNotMoved(back, by_buttons=False)]
    table.opens(*asked[1:])
    table.wood.stick(asked[0])
    table.notices.clear()
    table.holds_confirm()
    assert table.notices == [SensorQuarantined(asked[0], STUCK, stands=True)]


def reports_from_elsewhere(table: VirtualTable) -> None:
    """Somebody reports a sensor on a page or in the terminal, or with a key."""
    table.runtime.press("confirm", table.now, long=True)
    table.waits(100)


def test_two_people_who_report_at_once_declare_nothing(a_table: BuildTable) -> None:
    table = knocked(a_table)
    reports_from_elsewhere(table)
    reports_from_elsewhere(table)
    assert table.notices == [StuckSensorAsked(2), NoSensorQuarantined()]


def test_a_report_is_no_answer_to_how_a_tile_stands(a_table: BuildTable) -> None:
    table = chattering(a_table, 60 * SECOND)
    reports_from_elsewhere(table)
    assert table.notices == [LeverPositionAsked(7, CHATTERING)] * 2
    assert table.runtime.paused


def test_after_a_knock_each_press_names_one_of_its_tiles(a_table: BuildTable) -> None:
    """The ruling names several tiles, and one of them stands up again without being seen."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    for number in (5, 8, 9):
        table.wood.shut(number, table.now)
    table.waits(1000)
    assert table.ruled == ["disturbed R4.11"]
    table.wood.stick(8)
    table.opens(5, 8, 9)
    assert table.runtime.put_back == PutBack(open=tile(8))
    table.notices.clear()
    table.holds_confirm()
    assert table.notices == [SensorQuarantined(8, STUCK, stands=True)]
    assert table.ruled == ["restored R4.11"]
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]


def test_a_sensor_that_chatters_in_a_knock_leaves_the_others_to_it(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.wood.chatter(1, table.now, 60 * SECOND)
    for number in (5, 8, 9):
        table.wood.shut(number, table.now + SECOND // 10)
    table.until(table.now + CHATTERS + SECOND)
    table.presses("new")
    assert [ruling.rule for ruling in table.rulings][-1] == "R4.11"
    assert table.runtime.put_back == PutBack(open=tile(5) | tile(8) | tile(9))
    table.opens(5, 8, 9)
    assert table.ruled[-1] == "restored R4.11"
