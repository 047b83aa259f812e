"""Levers that bounce, chatter, are knocked or lose their edges: what the table rules of them."""

from __future__ import annotations

import pytest
from pytest_mock import MockerFixture

from hardware.devices import DiceRolled, Edge
from hardware.virtual import MILLISECOND, Wood
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable


def test_a_lever_that_bounces_is_one_move(a_table: BuildTable) -> None:
    table = a_table(wood=Wood(bounces=9))
    table.throws(2, 3)
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]


def test_the_ruling_bears_the_time_of_the_edge(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    at = table.now
    table.shuts(5)
    assert table.new[0].at == at - 78 * SECOND


@pytest.mark.parametrize(
    ("act_ms", "bump_ms", "waits"), [("150", "80", 150), ("0", "80", 80), ("60", "80", 80)]
)
def test_a_ruling_comes_as_soon_as_both_waits_are_over(
    a_table: BuildTable, act_ms: str, bump_ms: str, waits: int
) -> None:
    table = a_table(wood=PERFECT_WOOD, act_ms=act_ms, bump_ms=bump_ms)
    table.throws(2, 3)
    table.new.clear()
    at = table.wood.shut(5, table.now)
    table.until(at + waits * MILLISECOND)
    assert table.ruled == []
    table.until(at + waits * MILLISECOND + 1)
    assert table.ruled == ["committed R3.1"]


def test_a_box_that_is_knocked_over_is_announced_once_and_plays_nothing(
    a_table: BuildTable,
) -> None:
    table = a_table()
    table.throws(3, 2)
    table.new.clear()
    falls = [5, 4, 6, 3, 7, 2, 8, 1, 9]
    table.topples(*falls)
    assert table.ruled == ["disturbed R4.11"]
    table.opens(*falls)
    assert table.ruled[-1] == "restored R4.11"
    table.shuts(5)
    assert table.ruled[-1] == "committed R3.1"


def test_a_die_that_knocks_a_tile_moves_nothing(a_table: BuildTable) -> None:
    table = a_table()
    table.throws(2, 3)
    table.new.clear()
    table.until(table.wood.knock(8, table.now, 70 * MILLISECOND) + SECOND)
    assert table.ruled == []


def test_throws_beyond_all_measure_wait_until_a_knocked_tile_is_decided(
    a_table: BuildTable, mocker: MockerFixture
) -> None:
    mocker.patch("boxctl.referee.acts.MOST_WAITING", 20)
    table = a_table(wood=PERFECT_WOOD)
    table.wood.knock(8, table.now, 60 * MILLISECOND)
    table.until(table.now + 30 * MILLISECOND)
    for number in range(10):
        table.events.append(DiceRolled(table.now, (2, 3), 9, number + 1))
    table.until(table.now + SECOND)
    assert table.ruled == ["ready R4.9", "throw R3.1", *["void R4.6"] * 9]


def test_a_slow_hand_is_one_move(a_table: BuildTable) -> None:
    table = a_table(wood=Wood(slowness=300 * MILLISECOND))
    table.throws(2, 3)
    table.shuts(5)
    table.waits(1000)
    assert table.rulings[-1].verdict == "committed"


def test_a_lever_whose_edges_are_all_lost_is_found_by_the_next_reading(a_table: BuildTable) -> None:
    table = a_table(wood=Wood(loses_one_in=1))
    table.throws(2, 3)
    table.shuts(5)
    table.waits(1200)
    assert table.rulings[-1].verdict == "committed"


def test_a_lever_moved_just_before_a_throw_is_judged_before_it_though_its_edge_is_late(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=Wood(bounces=0, loses_one_in=1))
    table.throws(2, 3)
    table.new.clear()
    at = table.wood.shut(5, table.now + 10)
    table.until(at + 20)
    table.events.append(DiceRolled(table.now, (1, 1)))
    table.until(table.now + 200)
    table.events.append(Edge(at, 5, on=False))
    table.until(table.now + SECOND)
    assert table.ruled == ["committed R3.1", "throw R3.1"]
    assert table.new[0].at == at - 78 * SECOND


@pytest.mark.parametrize("seed", range(20))
def test_a_chattering_sensor_moves_no_tile_and_holds_up_nothing(
    a_table: BuildTable, seed: int
) -> None:
    table = a_table(seed=seed)
    table.throws(3, 4)
    end = table.wood.chatter(7, table.now, 3 * SECOND)
    table.shuts(2)
    assert table.ruled == ["pending R4.1"]
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]
    table.throws(1, 2)
    assert table.ruled == ["throw R3.1"]
    table.until(end + SECOND)
    assert table.ruled == ["throw R3.1"]
    assert table.runtime.referee.play.levers == table.wood.levers


def test_a_lever_that_chatters_and_ends_changed_has_moved_at_its_last_edge(
    a_table: BuildTable,
) -> None:
    table = a_table()
    table.throws(3, 4)
    table.wood.shut(7, table.now)
    end = table.wood.chatter(7, table.now + 100_000, SECOND)
    table.new.clear()
    table.until(end + SECOND)
    assert table.ruled == ["committed R3.1"]


def test_a_lever_that_flickers_before_its_move_is_decided_has_moved_at_its_last_edge(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.new.clear()
    at = table.wood.shut(7, table.now)
    flickered = table.wood.knock(7, at + 30 * MILLISECOND, away=2 * MILLISECOND)
    table.until(at + SECOND)
    assert table.ruled == ["committed R3.1"]
    assert table.new[0].at == flickered - 78 * SECOND


@pytest.mark.parametrize("after", [50, 200, 450, 700])
def test_a_lever_whose_edge_is_lost_was_still_moved_before_the_next_throw(
    a_table: BuildTable, after: int
) -> None:
    table = a_table(wood=Wood(bounces=0, loses_one_in=1))
    table.throws(3, 4)
    table.new.clear()
    table.until(table.wood.shut(7, table.now) + after * MILLISECOND)
    table.events.append(DiceRolled(table.now, (2, 3)))
    table.until(table.now + SECOND)
    assert table.ruled == ["committed R3.1", "throw R3.1"]


def test_a_tile_taken_back_without_an_edge_does_not_settle(a_table: BuildTable) -> None:
    table = a_table("canoga", wood=Wood(bounces=0, loses_one_in=1), settle_ms=300)
    table.throws(2, 4)
    table.wood.wood = PERFECT_WOOD
    table.new.clear()
    table.until(table.wood.shut(2, table.now) + 200 * MILLISECOND)
    assert table.ruled == ["provisional R4.2"]
    table.wood.wood = Wood(bounces=0, loses_one_in=1)
    table.until(table.wood.open(2, table.now) + 2 * SECOND)
    assert table.ruled == ["provisional R4.2", "taken_back R4.1"]


def test_a_knock_whose_return_is_lost_moves_nothing(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.new.clear()
    table.wood.knock(7, table.now, 10 * MILLISECOND)
    table.until(table.now + 5 * MILLISECOND)
    back = table.now + 5 * MILLISECOND
    table.events.clear()
    table.wood.advance(back)
    table.events.clear()
    table.until(back + 2 * SECOND)
    assert table.ruled == []


def test_a_stuck_sensor_is_believed_until_it_works_again(a_table: BuildTable) -> None:
    table = a_table()
    table.throws(2, 3)
    table.wood.stick(5)
    table.shuts(5)
    assert table.ruled == []
    table.wood.loosen(5, table.now)
    table.waits(500)
    assert table.ruled == ["committed R3.1"]


def test_a_start_with_levers_half_down_asks_for_them_first(a_table: BuildTable) -> None:
    table = a_table(already_shut=(2, 7))
    assert table.rulings == []
    table.throws(2, 3)
    assert table.ruled == ["void R4.6"]
    table.opens(2, 7)
    assert table.ruled == ["ready R4.9"]


def test_a_box_with_more_tiles_than_the_variant_ignores_the_others(a_table: BuildTable) -> None:
    table = a_table(wired=12)
    table.throws(2, 3)
    table.shuts(12)
    assert table.ruled == []
    table.shuts(5)
    assert table.ruled == ["committed R3.1"]


def test_a_table_asks_to_be_woken_when_a_move_is_decided_without_another_event(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 2)
    table.new.clear()
    table.wood.shut(5, table.now)
    table.until(table.now + SECOND // 10)
    while not table.new:
        due = table.runtime.referee.due
        assert due is not None
        assert table.runtime.due - table.now <= SECOND // 5
        table.until(table.runtime.due)
    assert table.ruled == ["committed R3.1"]
