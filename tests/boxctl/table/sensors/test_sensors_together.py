"""Sensors that change together are no hand's work: people are told once what it may be."""

from __future__ import annotations

import pytest

from boxctl.presentation.notices import SensorsTogether
from boxctl.table.sensors.doubts import REPEAT_US
from hardware.virtual import MILLISECOND
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def change(table: VirtualTable, tiles: range, apart: int = 0) -> None:
    """These sensors show the other side, each so many milliseconds after the one before."""
    for place, number in enumerate(tiles):
        at = table.now + place * apart * MILLISECOND
        turn = table.wood.shut if table.wood.levers >> (number - 1) & 1 else table.wood.open
        turn(number, at)
    table.waits(1000 + apart * len(tiles))


def told(table: VirtualTable) -> int:
    return table.notices.count(SensorsTogether())


@pytest.mark.parametrize(("tiles", "apart", "times"), [
    (range(1, 4), 0, 1),
    (range(1, 10), 30, 1),
    (range(1, 3), 0, 0),
    (range(1, 10), 300, 0),
])  # fmt: skip
def test_three_that_change_together_without_a_throw(
    a_table: BuildTable, tiles: range, apart: int, times: int
) -> None:
    table = a_table(wood=PERFECT_WOOD)
    change(table, tiles, apart)
    assert told(table) == times
    # They are put back one by one.
    table.opens(*tiles)
    assert told(table) == times


def test_it_is_told_after_the_ruling(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD, journal=True)
    order: list[object] = []
    table.after_step = lambda: order.extend(
        [*(["ruled"] if table.rulings and "ruled" not in order else []), *table.notices]
    )
    table.rulings.clear()
    change(table, range(1, 10))
    assert order[0] == "ruled"
    assert told(table) == 1


def test_sun_on_all_sensors_while_a_throw_is_owed(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    change(table, range(1, 10))
    assert table.ruled == ["disturbed R4.11"]
    # The ruling says that it may be a knock.
    assert told(table) == 0
    table.waits(8000)
    change(table, range(1, 10))
    assert table.ruled == ["restored R4.11"]
    assert told(table) == 1
    table.shuts(7)
    assert table.ruled == ["committed R3.1"]


def test_a_knocked_box_that_is_put_right_by_hand_needs_no_word(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    change(table, range(1, 10), apart=30)
    assert table.ruled == ["disturbed R4.11"]
    change(table, range(1, 10), apart=60)
    assert table.ruled == ["restored R4.11"]
    assert told(table) == 0


def test_again_and_again_it_is_told_once(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    for _ in range(6):
        change(table, range(1, 10))
    assert told(table) == 1
    table.until(table.now + REPEAT_US + SECOND)
    change(table, range(1, 10))
    assert told(table) == 2


def test_a_row_of_tiles_that_is_swept_up_for_the_next_turn_is_no_such_thing(
    a_table: BuildTable,
) -> None:
    table = a_table(wood=PERFECT_WOOD, already_shut=tuple(range(1, 10)))
    change(table, range(1, 10), apart=40)
    assert table.ruled[-1:] == ["ready R4.9"]
    assert told(table) == 0
