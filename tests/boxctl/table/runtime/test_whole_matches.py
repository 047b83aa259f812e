"""Whole matches on bad wood, storms of events, lost devices, and an idle table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.odds.sampling import AtRandom
from boxctl.rules.tiles import numbers, tile
from boxctl.rules.variants import names
from boxctl.simulation.players import PolicyPlayer
from hardware.devices import DeviceLost
from hardware.virtual import MILLISECOND, Wood
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import of
from tests.support.soak import SOAK
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def test_the_loop_never_waits_for_what_is_past(a_table: BuildTable) -> None:
    table = a_table("canoga", settle_ms=300, wood=PERFECT_WOOD)
    table.throws(2, 4)
    start = table.wood.shut(2, table.now)
    table.wood.shut(9, start + 280 * MILLISECOND)
    steps = 0
    while table.now < start + SECOND:
        before = table.now
        table.until(min(table.runtime.due, table.wood.due or table.runtime.due))
        steps += 1
        assert table.now > before or table.runtime.due > table.now
    assert steps < 40
    assert table.rulings[-1].verdict == "refused"


@pytest.mark.parametrize("device", ["voice", "buzzer", "dice LEDs"])
def test_a_device_that_only_tells_casts_no_doubt(a_table: BuildTable, device: str) -> None:
    table = a_table()
    table.events.append(DeviceLost(table.now, device, "unplugged"))
    table.throws(1, 2)
    assert table.new[0].unverified is None


def test_a_lost_device_is_said_and_play_goes_on(a_table: BuildTable) -> None:
    table = a_table()
    table.events.append(DeviceLost(table.now, "roller", "unplugged"))
    table.waits(100)
    assert table.notices == [DeviceLost(table.now - 100 * MILLISECOND, "roller", "unplugged")]
    table.throws(2, 3)
    assert table.ruled == ["throw R3.1"]


def test_with_nothing_happening_the_loop_wakes_once_a_second(a_table: BuildTable) -> None:
    table = a_table()
    table.waits(10)
    wakes = 0
    start = table.now
    while table.now < start + 60 * SECOND:
        table.until(table.runtime.due)
        wakes += 1
    assert wakes <= 61


def play_a_match(table: VirtualTable, random: Random) -> None:
    """Play to the end without a mistake, on whatever wood."""
    chooser = PolicyPlayer(random, AtRandom())
    for _ in range(2000):
        play = table.runtime.referee.play
        if play.over:
            return
        if play.put_back:
            table.makes_ready()
        elif play.throw_awaited:
            count = chooser.choose_dice(play)
            table.throws(*(random.randint(1, play.rules.dice.sides) for _ in range(count)))
        elif play.answer is not None and play.answer.move is not None:
            table.presses("confirm")
        elif play.answer is not None:
            tiles = numbers(chooser.choose_move(play).tiles)
            opening = not play.levers & tile(tiles[0])
            (table.opens if opening else table.shuts)(*tiles)
        # A lever whose edges were all lost is found within a second.
        table.waits(1500)
        assert play.levers == table.wood.levers
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("name", names())
def test_a_whole_match_of_every_variant_on_bad_wood(a_table: BuildTable, name: str) -> None:
    bad = Wood(bounces=8, bounce=2 * MILLISECOND, slowness=40 * MILLISECOND, loses_one_in=7)
    players = "Ann,Bob"
    table = a_table(name, players, seed=len(name), wood=bad, stake=5)
    play_a_match(table, Random(name))
    over = table.rulings[-1]
    assert over.verdict == "match_over"
    assert sum((of(over).payout or {}).values()) == 0
    mistakes = {"refused", "disturbed", "void", "restored", "taken_back"}
    assert not mistakes & {ruling.verdict for ruling in table.rulings}


storms = st.lists(
    st.tuples(st.integers(1, 9), st.booleans(), st.integers(0, 120 * MILLISECOND)),
    min_size=1,
    max_size=60,
)


@settings(deadline=None, max_examples=20 * SOAK)
@given(storms, st.integers(0, 2**32), st.sampled_from([0, 2, 5]))
def test_after_any_storm_book_and_levers_agree(
    storm: list[tuple[int, bool, int]], seed: int, loses: int
) -> None:
    table = VirtualTable(seed=seed, wood=Wood(loses_one_in=loses))
    for number, up, after in storm:
        (table.wood.open if up else table.wood.shut)(number, table.now)
        table.until(table.now + after)
    table.waits(3000)
    assert table.runtime.referee.play.levers == table.wood.levers
