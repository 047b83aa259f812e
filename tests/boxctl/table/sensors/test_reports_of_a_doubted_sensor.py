"""What a sensor reported before people were asked about it, and nobody had ruled on, is not ruled.

These sensors chatter slowly: each state lasts long enough to be believed, and not long enough for
the tile to have moved (R4.7).
"""

from __future__ import annotations

import pytest

from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.table.sensors.quarantine import CALM, CHATTERS
from hardware.devices import ButtonName
from hardware.virtual import MILLISECOND
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import doubts
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

RESTS = (7, 20, 40, 60, 79)
"""How long each state of the contact lasts, in milliseconds."""


def chatters(table: VirtualTable, number: int, rest: int, lasting: int = CHATTERS + SECOND) -> None:
    """The sensor of this tile shows it shut and open by turns, and comes to rest where it was."""
    at = table.now
    stood = bool(table.wood.levers >> (number - 1) & 1)
    while at < table.now + lasting:
        for opens in (not stood, stood):
            (table.wood.open if opens else table.wood.shut)(number, at)
            at += rest * MILLISECOND


def until_asked(table: VirtualTable) -> None:
    table.new.clear()
    end = table.now + 2 * CHATTERS
    while not table.runtime.paused:
        assert table.now < end, "nobody is asked"
        table.until(table.now + MILLISECOND)
    assert table.ruled == []


def asked_about_the_5(a_table: BuildTable, rest: int, journal: bool = False) -> VirtualTable:
    """A 5 was thrown, and the sensor of tile 5 chatters until people are asked."""
    table = a_table(wood=PERFECT_WOOD, journal=journal)
    table.throws(2, 3)
    chatters(table, 5, rest)
    until_asked(table)
    return table


@pytest.mark.parametrize("rest", RESTS)
def test_a_tile_that_stands_as_before_is_not_ruled_on(a_table: BuildTable, rest: int) -> None:
    table = asked_about_the_5(a_table, rest)
    table.presses("new")
    assert table.notices[1:] == [SensorQuarantined(5, CHATTERING, stands=True)]
    assert table.ruled == []
    table.shuts(1)
    assert table.ruled == ["pending R4.1"]


@pytest.mark.parametrize("rest", RESTS)
def test_a_tile_that_was_shut_is_ruled_on_once(a_table: BuildTable, rest: int) -> None:
    table = asked_about_the_5(a_table, rest)
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]
    assert "the sensor of tile 5 did not show this" in doubts(table.new[0])


@pytest.mark.parametrize("rest", RESTS)
def test_a_committed_tile_that_lies_as_before_was_not_disturbed(
    a_table: BuildTable, rest: int
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]
    chatters(table, 5, rest)
    until_asked(table)
    table.presses("confirm")
    assert table.ruled == []


@pytest.mark.parametrize("answers", [("new", "new"), ("confirm", "new"), ("new", "confirm")])
def test_two_sensors_that_chatter_together_are_ruled_on_by_the_answers_alone(
    a_table: BuildTable,
    answers: tuple[ButtonName, ButtonName],
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    chatters(table, 4, 60)
    chatters(table, 5, 79)
    until_asked(table)
    table.until(table.now + SECOND // 2)
    for answer in answers:
        assert table.runtime.question is not None
        table.presses(answer)
    assert not table.runtime.paused
    by_answers = {
        ("new", "new"): [],
        ("confirm", "new"): ["pending R4.1"],
        ("new", "confirm"): ["committed R3.1"],
    }
    assert table.ruled == by_answers[answers]


def test_an_answer_while_another_sensor_still_chatters_brings_no_ruling_of_its_own(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    chatters(table, 5, 60)
    table.until(table.now + CHATTERS - SECOND)
    chatters(table, 4, 60)
    until_asked(table)
    table.presses("new")
    assert table.notices[-1] == SensorQuarantined(5, CHATTERING, stands=True)
    assert table.ruled == []


def test_a_throw_before_the_answer_keeps_its_place(a_table: BuildTable) -> None:
    table = asked_about_the_5(a_table, 60)
    table.throws(1, 1)
    table.presses("new")
    assert table.ruled == ["void R4.6"]


@pytest.mark.parametrize("rest", RESTS)
def test_a_restart_while_people_are_asked_asks_nobody_to_move_the_tile(
    a_table: BuildTable, rest: int
) -> None:
    table = asked_about_the_5(a_table, rest, journal=True)
    table.loses_power()
    table.wood.loosen(5, table.now)
    table.wood.advance(table.now + 2 * CHATTERS)
    table.starts_again()
    assert not table.runtime.put_back
    table.waits(1000)
    assert table.ruled == []
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]


def test_without_buttons_a_sensor_that_comes_to_rest_where_it_was_moved_nothing(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.wood.buttons.shown.clear()
    table.sit_down()
    table.throws(2, 3)
    chatters(table, 5, 60)
    until_asked(table)
    table.until(table.now + 2 * CALM)
    assert table.notices[-1] == SensorTrusted(5)
    assert table.ruled == []


def test_without_buttons_a_sensor_that_comes_to_rest_shut_has_moved(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.wood.buttons.shown.clear()
    table.sit_down()
    table.throws(2, 3)
    chatters(table, 5, 60)
    table.wood.shut(5, table.now + CHATTERS + SECOND)
    until_asked(table)
    table.until(table.now + 2 * CALM)
    assert table.notices[-1] == SensorTrusted(5)
    assert table.ruled == ["committed R3.1"]


def test_a_stuck_sensor_that_flickers_while_people_are_asked_is_ruled_on_by_the_answer(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    table.holds_confirm()
    assert table.notices == [StuckSensorAsked(1)]
    for shown in (False, True, False, True):
        (table.wood.open if shown else table.wood.shut)(1, table.now)
        table.until(table.now + 150 * MILLISECOND)
    table.presses("confirm")
    assert table.notices[-1] == SensorQuarantined(1, STUCK, stands=False)
    assert table.ruled == ["pending R4.1"]


def test_what_a_slow_chatter_brings_about_before_anybody_is_asked_is_in_doubt(
    a_table: BuildTable,
) -> None:
    """Each state lasts long enough for the tile to have moved, and none for a tenth of a second."""
    table = a_table(wood=PERFECT_WOOD, act_ms="0")
    table.throws(2, 3)
    table.new.clear()
    begins = table.now
    chatters(table, 9, rest=90)
    table.until(begins + CHATTERS)
    assert {ruling.verdict for ruling in table.new} == {"refused", "restored"}
    marked = [doubts(ruling) for ruling in table.new]
    assert marked[0] == ()
    assert all(why.startswith("the sensor of tile 9 chattered for ") for (why,) in marked[-20:])
