"""Sensors that stick or chatter: found, named, put in quarantine, and believed again."""

from __future__ import annotations

import pytest

from boxctl.presentation.lamps import FAST
from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    LeverPositionAsked,
    LeversNotMoved,
    NoSensorQuarantined,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.referee.put_back import PutBack
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import tile, tile_set
from boxctl.table.sensors.quarantine import CALM, CHATTERS, PATIENCE
from hardware.devices import ButtonName, Edge
from hardware.virtual import MILLISECOND
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import doubts
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

ASIDE = ("the sensor of tile 7 did not show this", "the sensor of tile 7 is in quarantine")


def chattering(a_table: BuildTable, lasting: int) -> VirtualTable:
    """The sensor of tile 7 has begun to chatter for so long, and people were asked about it."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    end = table.wood.chatter(7, table.now, lasting)
    table.until(min(end, table.now + CHATTERS + SECOND))
    return table


def test_a_hand_that_fumbles_for_seconds_is_not_taken_for_a_fault(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    for _ in range(20):
        table.until(table.wood.shut(7, table.now) + 150 * MILLISECOND)
        table.until(table.wood.open(7, table.now) + 150 * MILLISECOND)
    assert table.notices == []


def test_a_sensor_that_chatters_is_named_and_play_pauses(a_table: BuildTable) -> None:
    table = chattering(a_table, 30 * SECOND)
    assert table.notices == [LeverPositionAsked(7, CHATTERING)]
    assert table.runtime.paused
    table.new.clear()
    table.shuts(5)
    assert table.ruled == []


def test_play_goes_on_with_the_lever_where_people_say_that_it_is(a_table: BuildTable) -> None:
    table = chattering(a_table, 30 * SECOND)
    table.presses("confirm")
    assert table.notices[1:] == [SensorQuarantined(7, CHATTERING, stands=False)]
    assert not table.runtime.paused
    assert table.ruled == ["committed R3.1"]
    assert set(ASIDE) <= set(doubts(table.new[0]))


def test_a_lever_that_stands_where_the_book_has_it_changes_nothing(a_table: BuildTable) -> None:
    table = chattering(a_table, 30 * SECOND)
    table.presses("new")
    assert table.notices[1:] == [SensorQuarantined(7, CHATTERING, stands=True)]
    assert table.ruled == []
    table.shuts(5)
    assert table.ruled == ["pending R4.1"]
    assert doubts(table.new[0]) == (ASIDE[1],)


def test_what_was_moved_meanwhile_is_ruled_on_when_play_goes_on(a_table: BuildTable) -> None:
    table = chattering(a_table, 30 * SECOND)
    table.shuts(5, 2)
    table.presses("new")
    assert table.ruled == ["pending R4.1", "committed R3.1"]


def test_the_lamp_shows_what_people_said_whatever_the_sensor_does(a_table: BuildTable) -> None:
    table = chattering(a_table, 30 * SECOND)
    table.presses("new")
    lit = set()
    for _ in range(200):
        table.until(table.now + 7 * MILLISECOND)
        lit.add(table.runtime.standing & tile(7))
    assert lit == {tile(7)}


def test_its_lamp_blinks_fast_while_people_are_asked_about_it(a_table: BuildTable) -> None:
    table = chattering(a_table, CHATTERS + SECOND // 2)
    lit = []
    for _ in range(6):
        table.until(table.now - table.now % FAST + FAST)
        lit.append(table.wood.lamps.lit & tile(7) != 0)
    assert lit in ([True, False] * 3, [False, True] * 3)


def test_a_sensor_that_has_been_calm_is_believed_again(a_table: BuildTable) -> None:
    table = chattering(a_table, CHATTERS + 2 * SECOND)
    table.presses("new")
    table.until(table.now + CALM + 3 * SECOND)
    assert table.notices[-1] == SensorTrusted(7)
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]
    assert not table.new[0].unverified


def test_a_sensor_that_comes_to_rest_wrong_is_not_believed_until_it_moves(
    a_table: BuildTable,
) -> None:
    table = chattering(a_table, CHATTERS + 2 * SECOND)
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]
    table.until(table.now + CALM + 3 * SECOND)
    assert not any(isinstance(notice, SensorTrusted) for notice in table.notices)
    # The lever has been down all the time; now the sensor shows so.
    table.shuts(7)
    assert table.notices[-1] == SensorTrusted(7)
    assert table.ruled == []


def test_a_lever_in_quarantine_moves_by_word(a_table: BuildTable) -> None:
    table = chattering(a_table, 60 * SECOND)
    table.presses("new")
    table.wood.shut(7, table.now)
    table.holds_confirm()
    assert table.notices[-1] == LeverPositionAsked(7, CHATTERING)
    table.presses("confirm")
    assert table.ruled == ["committed R3.1"]
    assert set(ASIDE) <= set(doubts(table.new[0]))


# Sensors that stick.


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


def stuck_in_a_move(a_table: BuildTable, *hidden: int) -> VirtualTable:
    """A throw of 7 is played with levers whose sensors stick, so that nothing is seen of it."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    for number in hidden:
        table.wood.stick(number)
    table.shuts(*hidden)
    assert table.ruled == []
    return table


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


@pytest.mark.parametrize("button", ["confirm", "new"])
def test_two_sensors_that_chatter_are_asked_about_one_after_the_other(
    a_table: BuildTable, button: ButtonName
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    for number in (3, 4):
        table.wood.chatter(number, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    table.presses(button)
    table.presses(button)
    asked = [notice.tile for notice in table.notices if isinstance(notice, LeverPositionAsked)]
    assert asked == [3, 4]
    shut = tile_set((3, 4)) if button == "confirm" else 0
    assert table.runtime.referee.play.rules.on_the_box & ~table.runtime.standing == shut
    assert not table.runtime.paused


# Several things at once.


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


def test_a_sensor_that_comes_loose_while_people_are_asked_about_it_turns_no_answer_round(
    a_table: BuildTable,
) -> None:
    table = stuck_in_a_move(a_table, 2)
    table.holds_confirm()
    table.presses("new")
    table.wood.loosen(2, table.now)
    table.waits(500)
    table.presses("confirm")
    assert table.notices[-1] == SensorQuarantined(2, STUCK, stands=False)
    assert table.ruled == ["pending R4.1"]
    assert table.runtime.standing == table.wood.levers


def test_a_sensor_that_is_calm_long_before_the_answer_is_believed_upon_it(
    a_table: BuildTable,
) -> None:
    table = chattering(a_table, CHATTERS + SECOND)
    table.until(table.now + 3 * CALM)
    table.presses("new")
    assert table.notices[1:] == [SensorQuarantined(7, CHATTERING, stands=True), SensorTrusted(7)]
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]


# A match with fewer tiles than the one before.


def test_a_sensor_in_quarantine_is_forgotten_with_its_tile(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, tiles=12)
    table.throws(1, 2)
    table.shuts(12)
    table.wood.stick(12)
    table.opens(12)
    table.holds_confirm()
    table.shuts(3)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.ruled[-1] == "match_over R7.1"
    table.runtime.followed_by(with_settings(table.rules, [("tiles", "9")]), ["Ann"])
    table.presses("new")
    assert SensorTrusted(12, left_out=True) in table.notices
    table.wood.shut(12, table.now)
    table.wood.loosen(12, table.now)
    table.makes_ready()
    table.throws(1, 1)
    assert table.ruled == ["throw R3.1"]
    assert not table.new[0].unverified


def test_a_tile_that_is_moved_just_as_a_match_without_it_begins_is_left_out_too(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD, tiles=12)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.ruled[-1] == "match_over R7.1"
    table.runtime.followed_by(with_settings(table.rules, [("tiles", "9")]), ["Ann"])
    # A knock just then has to be decided first.
    table.wood.knock(5, table.now, 150 * MILLISECOND)
    table.wood.press("new", table.now + 10 * MILLISECOND, held=50 * MILLISECOND)
    table.wood.shut(12, table.now + 20 * MILLISECOND)
    table.waits(1000)
    table.opens(2)
    assert table.ruled == ["ready R4.9"]


# A box without buttons.


def without_buttons(a_table: BuildTable) -> VirtualTable:
    """The sensor of tile 7 chatters for five seconds, and nobody can say how the tile stands."""
    table = a_table(wood=PERFECT_WOOD)
    table.wood.buttons.shown.clear()
    table.sit_down()
    table.throws(3, 4)
    table.wood.chatter(7, table.now, CHATTERS + SECOND)
    table.until(table.now + CHATTERS + SECOND)
    assert table.notices == [LeverPositionAsked(7, CHATTERING, by_buttons=False)]
    assert table.runtime.paused
    return table


@pytest.mark.parametrize("shut", [True, False])
def test_without_buttons_play_goes_on_when_the_sensor_is_calm(
    a_table: BuildTable, shut: bool
) -> None:
    table = without_buttons(a_table)
    if shut:
        table.shuts(7)
    table.waits((CALM + 2 * SECOND) / MILLISECOND)
    assert table.notices[1:] == [SensorTrusted(7)]
    assert not table.runtime.paused
    assert table.ruled == (["committed R3.1"] if shut else [])
    assert table.runtime.standing == table.wood.levers
