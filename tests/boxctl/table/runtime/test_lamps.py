"""What the lamps of a table show at once, and where they blink."""

from __future__ import annotations

from boxctl.presentation.lamps import FAST, SLOW, SLOW_LIT
from boxctl.rules.tiles import numbers, tile
from hardware.devices import DeviceLost
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable


def test_a_lamp_follows_its_lever_at_once(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    assert numbers(table.wood.lamps.lit) == tuple(range(1, 10))
    table.throws(2, 3)
    at = table.wood.shut(5, table.now)
    table.until(at)
    assert not table.wood.lamps.lit & tile(5)
    assert table.ruled == ["throw R3.1"]


def test_a_lamp_blinks_slowly_where_a_tile_may_be_moved(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    table.until(table.now - table.now % SLOW + SLOW_LIT)
    assert numbers(table.wood.lamps.lit) == (6, 7, 8, 9)
    table.until(table.now + SLOW - SLOW_LIT)
    assert numbers(table.wood.lamps.lit) == tuple(range(1, 10))
    table.shuts(1)
    table.until(table.now - table.now % SLOW + SLOW_LIT)
    assert numbers(table.wood.lamps.lit) == (2, 3, 5, 6, 7, 8, 9)


def test_lamps_blink_where_the_box_has_to_be_made_ready_for_a_new_match(
    a_table: BuildTable,
) -> None:
    table = a_table("unlucky-seven")
    table.throws(2, 3)
    table.shuts(5)
    table.throws(3, 4)
    assert table.runtime.referee.play.over
    table.presses("new")
    assert table.runtime.put_back.open == tile(5)
    table.opens(5)
    assert table.ruled == ["ready R4.9"]
    assert not table.runtime.put_back


def test_a_lamp_blinks_where_a_tile_has_to_be_put_back(a_table: BuildTable) -> None:
    table = a_table()
    table.throws(2, 3)
    table.shuts(7)
    assert table.ruled == ["refused R4.5"]
    seen = []
    for _ in range(6):
        table.until(table.now + FAST)
        seen.append(bool(table.wood.lamps.lit & tile(7)))
    assert seen in ([True, False] * 3, [False, True] * 3)
    table.opens(7)
    table.waits(3 * FAST / 1000)
    assert numbers(table.wood.lamps.lit) == tuple(range(1, 10))


def test_after_a_match_the_lamps_ask_for_the_box_of_the_next(a_table: BuildTable) -> None:
    table = a_table()
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.rulings[-1].verdict == "match_over"
    table.presses("new")
    seen = set()
    for _ in range(4):
        table.until(table.now + FAST)
        seen.add(bool(table.wood.lamps.lit & tile(2)))
    assert seen == {True, False}
    table.opens(2)
    assert table.ruled == ["ready R4.9"]


def test_no_ruling_is_in_doubt_because_lamps_are_dark(a_table: BuildTable) -> None:
    table = a_table()
    table.events.append(DeviceLost(table.now, "lamps", "the strip cannot be lit"))
    table.throws(2, 3)
    assert table.rulings[-1].unverified is None
    assert len(table.notices) == 1
