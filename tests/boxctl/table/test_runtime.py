"""The one loop, on the mock box, in virtual time."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from boxctl.odds.policies import AtRandom
from boxctl.presentation.lamps import FAST, SLOW, SLOW_LIT
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers, tile
from boxctl.rules.variants import names, variant
from boxctl.simulation.players import PolicyPlayer
from hardware.devices import ButtonName, DeviceLost, DiceRolled, Edge
from hardware.virtual import MILLISECOND, Wood
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.rulings import of
from tests.support.soak import SOAK
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


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


def test_a_ruling_comes_as_soon_as_the_bump_time_has_passed(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(2, 3)
    table.new.clear()
    at = table.wood.shut(5, table.now)
    table.until(at + 80 * MILLISECOND)
    assert table.ruled == []
    table.until(at + 80 * MILLISECOND + 1)
    assert table.ruled == ["committed R3.1"]


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


def test_a_die_that_knocks_a_tile_moves_nothing(a_table: BuildTable) -> None:
    table = a_table()
    table.throws(2, 3)
    table.new.clear()
    table.until(table.wood.knock(8, table.now, 70 * MILLISECOND) + SECOND)
    assert table.ruled == []


def test_throws_beyond_all_measure_wait_until_a_knocked_tile_is_decided(
    a_table: BuildTable, mocker: MockerFixture
) -> None:
    mocker.patch("boxctl.referee.pending_events.MOST_WAITING", 20)
    table = a_table(wood=PERFECT_WOOD)
    table.wood.knock(8, table.now, 60 * MILLISECOND)
    table.until(table.now + 30 * MILLISECOND)
    for number in range(10):
        table.events.append(DiceRolled(table.now, (2, 3), 9, number + 1))
    table.until(table.now + SECOND)
    assert table.ruled == ["ready R4.9", "throw R3.1", *["void R4.6"] * 9]


def test_a_die_that_knocks_a_tile_while_new_is_pressed_moves_nothing(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert table.rulings[-1].verdict == "match_over"
    table.new.clear()
    table.wood.knock(2, table.now, 60 * MILLISECOND)
    table.until(table.wood.press("new", table.now + 20 * MILLISECOND) + SECOND)
    assert table.ruled == []
    table.opens(2)
    assert table.ruled == ["ready R4.9"]


def test_a_new_match_begins_when_it_was_asked_for_though_a_tile_was_knocked_just_then(
    a_table: BuildTable,
) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD)
    thrown = table.now
    table.throws(1, 3)
    over = table.rulings[-1]
    assert over.verdict == "match_over"
    pressed = table.now + 20 * MILLISECOND
    table.wood.knock(7, table.now, 60 * MILLISECOND)
    table.until(table.wood.press("new", pressed) + SECOND)
    assert table.ruled[-1] == "ready R4.9"
    assert table.rulings[-1].at - over.at == pressed - thrown


def test_the_next_match_is_played_by_the_rules_that_were_asked_for_meanwhile(
    a_table: BuildTable,
) -> None:
    table = a_table("two-to-go", players="Ann,Bob", wired=12, wood=PERFECT_WOOD)
    table.throws(1, 3)
    table.runtime.followed_by(variant("full-house"), ["Cid"])
    table.throws(1, 3)
    assert table.runtime.referee.play.over
    table.wood.shut(11, table.now)
    table.until(table.now + SECOND)
    table.new.clear()
    table.presses("new")
    play = table.runtime.referee.play
    assert (play.rules.tiles, play.players) == (12, ("Cid",))
    assert (table.ruled, table.runtime.put_back.open) == ([], tile(11))
    table.opens(11)
    assert table.ruled == ["ready R4.9"]
    table.throws(5, 6)
    table.shuts(11)
    assert table.ruled == ["committed R3.1"]


@pytest.mark.parametrize(("bump_ms", "doubted"), [("600", False), ("80", True)])
def test_what_nobody_saw_is_doubted_by_the_bump_time_of_the_match_that_is_played(
    a_table: BuildTable, bump_ms: str, doubted: bool
) -> None:
    table = a_table("two-to-go", wood=PERFECT_WOOD, bump_ms="700" if doubted else "20")
    table.throws(1, 3)
    assert table.runtime.referee.play.over
    rules = with_settings(variant("two-to-go"), [("bump_ms", bump_ms)])
    table.runtime.followed_by(rules, ["Ann"])
    table.presses("new")
    begun = table.now
    table.wood.shut(5, begun)
    table.wood.open(5, begun + 500 * MILLISECOND)
    table.wood.advance(begun + SECOND)
    table.events.append(DiceRolled(begun + 300 * MILLISECOND, (2, 2)))
    table.now = begun + SECOND
    table.waits(1000)
    assert bool(table.new[0].unverified) == doubted


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
    table.until(table.wood.shut(2, table.now) + 100 * MILLISECOND)
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


def test_the_roll_button_throws_and_a_long_press_throws_one_die(a_table: BuildTable) -> None:
    class Sixes:
        def roll(self, count: int, sides: int) -> tuple[int, ...]:
            return (min(6, sides),) * count

    table = a_table("pub", tiles="6", wood=PERFECT_WOOD)
    table.box.dice = Sixes()
    table.new.clear()
    table.presses("roll")
    assert [ruling.throw for ruling in table.new] == [(6, 6)]
    table.shuts(6, 5, 1)
    table.new.clear()
    table.presses("roll", 700)
    assert [ruling.throw for ruling in table.new] == [(6,)]


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


def test_the_buttons_are_heard(a_table: BuildTable) -> None:
    table = a_table("canoga")
    table.throws(2, 4)
    table.shuts(2)
    assert table.ruled == ["provisional R4.2"]
    table.new.clear()
    table.presses("confirm")
    assert table.ruled == ["committed R3.3"]


def presses(table: VirtualTable, button: ButtonName) -> list[Notice]:
    """A button is pressed; gives what is told besides rulings."""
    table.notices.clear()
    table.presses(button)
    return list(table.notices)


def test_confirm_with_nothing_to_confirm_tells_how_it_stands(a_table: BuildTable) -> None:
    table = a_table("classic", "Ann,Bob")
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked) == "Ann is to throw two dice."
    table.throws(1, 2)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked) == "You threw 1 and 2, 3 in all: shut 3 or 2+1."
    table.shuts(9)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked) == (
        "put the 9 back up. You threw 1 and 2, 3 in all: shut 3 or 2+1."
    )
    table.opens(9)
    table.shuts(3)
    table.throws(1, 2)
    table.shuts(1, 2)
    table.throws(1, 1)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked) == "For Bob's turn, stand the 1, the 2 and the 3 up."
    assert table.ruled == []


def test_confirm_with_something_to_confirm_is_ruled_and_nothing_else(a_table: BuildTable) -> None:
    table = a_table("canoga")
    table.throws(2, 4)
    table.shuts(2)
    assert presses(table, "confirm") == []
    assert table.ruled == ["committed R3.3"]


def test_whoever_asks_for_a_new_match_is_told_what_it_needs(a_table: BuildTable) -> None:
    table = a_table("unlucky-seven")
    table.throws(2, 3)
    table.shuts(5)
    table.throws(3, 4)
    (asked,) = presses(table, "confirm")
    assert notice_sentence(asked) == "the match is over, press new for another."
    (asked,) = presses(table, "new")
    assert notice_sentence(asked) == "For Ann's turn, stand the 5 up."


def test_one_that_finds_the_box_ready_is_told_so_by_the_ruling(a_table: BuildTable) -> None:
    table = a_table("unlucky-seven")
    table.throws(3, 4)
    assert presses(table, "new") == []
    assert table.ruled == ["ready R4.9"]


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
