"""A sensor that chatters: named, asked about, in quarantine, and believed again."""

from __future__ import annotations

import pytest

from boxctl.presentation.lamps import FAST
from boxctl.presentation.notices import (
    CHATTERING,
    STUCK,
    LeverPositionAsked,
    SensorQuarantined,
    SensorTrusted,
)
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import tile, tile_set
from boxctl.table.sensors.quarantine import CALM, CHATTERS
from hardware.devices import ButtonName
from hardware.virtual import MILLISECOND
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import doubts
from tests.support.tables.bad_sensors import chattering, stuck_in_a_move
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

ASIDE = ("the sensor of tile 7 did not show this", "the sensor of tile 7 is in quarantine")


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
