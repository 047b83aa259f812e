"""The signs of the lamps: told apart without colour, at once where a lever moves."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.presentation.lamps import IN_TURN, LeverRequest, asked_of, lamps, next_blink
from boxctl.referee.fields import PutBack
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.referee import Referee
from boxctl.rules.tiles import TileSet, numbers, tile, tile_set
from boxctl.rules.variants import variant
from groundwork.times import MatchTime

PERIOD = 2 * IN_TURN
"""After this time every sign begins anew."""

TICK = 5_000
"""Every change falls on one of these."""

SECOND = 1_000_000


def seen_of(number: int, levers: TileSet, asked: LeverRequest) -> tuple[bool, ...]:
    """What is seen of a lamp over one period."""
    return tuple(bool(lamps(levers, asked, at) & tile(number)) for at in range(0, PERIOD, TICK))


STEADY = seen_of(1, tile(1), LeverRequest())
DARK = seen_of(1, 0, LeverRequest())
MAY_MOVE = seen_of(1, tile(1), LeverRequest(may_shut=tile(1)))
PUT_BACK = seen_of(1, tile(1), LeverRequest(PutBack(shut=tile(1))))
BOX_SHUT = seen_of(1, 0, LeverRequest(box_shut=0x1FF))


def rotations(seen: tuple[bool, ...]) -> set[tuple[bool, ...]]:
    """The same, looked at from any other moment on."""
    return {seen[at:] + seen[:at] for at in range(len(seen))}


def test_every_sign_is_told_from_every_other_whenever_one_looks() -> None:
    every = [STEADY, DARK, MAY_MOVE, PUT_BACK, BOX_SHUT]
    for one, other in combinations(every, 2):
        assert other not in rotations(one)


def changes(seen: tuple[bool, ...]) -> int:
    return sum(one != other for one, other in zip(seen, seen[1:] + seen[:1], strict=True))


def test_the_eye_has_something_to_go_by() -> None:
    assert all(STEADY) and not any(DARK)
    assert changes(PUT_BACK) == 16  # 4 Hz
    assert changes(MAY_MOVE) == 4  # once a second
    assert sum(MAY_MOVE) == 3 * len(MAY_MOVE) // 4  # mostly lit: it stands
    assert changes(BOX_SHUT) == 2
    even = seen_of(2, 0, LeverRequest(box_shut=0x1FF))
    assert [lit != other for lit, other in zip(BOX_SHUT, even, strict=True)] == [True] * len(even)


tile_sets = st.integers(0, 0xFFF)
anything_asked = st.builds(
    LeverRequest,
    st.builds(PutBack, tile_sets, tile_sets) | st.just(PutBack()),
    tile_sets,
    tile_sets,
    st.sampled_from([0, 0xFFF, 0x1FF]),
    st.sampled_from([0, 0, 0xFFF]),
)


@settings(deadline=None)
@given(tile_sets, anything_asked)
def test_no_lamp_shows_anything_but_one_of_the_five_signs(
    levers: TileSet, asked: LeverRequest
) -> None:
    even = seen_of(2, 0, LeverRequest(box_shut=0x1FF))
    for number in range(1, 13):
        assert seen_of(number, levers, asked) in (STEADY, DARK, MAY_MOVE, PUT_BACK, BOX_SHUT, even)


@settings(deadline=None)
@given(tile_sets, anything_asked, st.integers(0, 5 * PERIOD))
def test_the_next_blink_is_when_a_lamp_changes_by_itself(
    levers: TileSet, asked: LeverRequest, start: int
) -> None:
    blink = next_blink(levers, asked, start)
    before = lamps(levers, asked, start)
    ticks = range(start - start % TICK + TICK, start + 2 * PERIOD, TICK)
    changed = [at for at in ticks if lamps(levers, asked, at) != before]
    assert blink == (changed[0] if changed else None)
    if blink is not None:
        assert lamps(levers, asked, blink - 1) == before


def test_nothing_blinks_where_nothing_is_asked() -> None:
    assert next_blink(0b101, LeverRequest(), 7) is None


@settings(deadline=None)
@given(tile_sets, st.integers(1, 12), anything_asked, st.integers(0, PERIOD))
def test_a_lever_that_moves_as_it_may_shows_itself_at_once(
    levers: TileSet, number: int, asked: LeverRequest, now: int
) -> None:
    asked = LeverRequest(asked.put_back, asked.may_open, asked.may_shut)
    one = tile(number)
    allowed_down = one & (asked.may_shut | asked.put_back.shut) & ~asked.put_back.open
    if allowed_down and not one & asked.may_open:
        assert not lamps(levers & ~one, asked, now) & one
    allowed_up = one & (asked.may_open | asked.put_back.open) & ~asked.put_back.shut
    if allowed_up and not one & asked.may_shut:
        assert lamps(levers | one, asked, now) & one


# What the game asks.


class Evening:
    """A referee that is told what happens, half a second after another."""

    def __init__(self, name: str, *players: str) -> None:
        rules = variant(name)
        self.referee = Referee(rules, players or ("Ann",), rules.in_play)
        self.referee.begin()
        self.at = 0

    def hears(self, event: Event) -> None:
        self.referee.hear(event)
        self.at += SECOND // 2
        self.referee.hear(TimePassed(MatchTime(self.at)))

    def throws(self, *values: int) -> None:
        self.hears(Thrown(MatchTime(self.at), values))

    def shuts(self, *tiles: int) -> None:
        for number in tiles:
            self.hears(LeverMoved(MatchTime(self.at), number, open=False))

    def opens(self, *tiles: int) -> None:
        for number in tiles:
            self.hears(LeverMoved(MatchTime(self.at), number, open=True))

    @property
    def asked(self) -> LeverRequest:
        return asked_of(self.referee.play)

    def may_shut(self) -> tuple[int, ...]:
        assert not self.asked.may_open
        return numbers(self.asked.may_shut)


def test_nothing_may_be_moved_before_a_throw() -> None:
    evening = Evening("classic")
    assert evening.asked == LeverRequest()


def test_the_tiles_that_may_be_moved_are_those_that_a_throw_allows() -> None:
    evening = Evening("classic")
    evening.throws(1, 2)
    assert evening.may_shut() == (1, 2, 3)
    evening.shuts(1)
    assert evening.may_shut() == (2,)
    evening.opens(1)
    assert evening.may_shut() == (1, 2, 3)
    evening.shuts(3)
    assert evening.may_shut() == ()


def test_what_has_to_be_put_back_goes_before_what_may_be_moved() -> None:
    evening = Evening("classic")
    evening.throws(1, 2)
    evening.shuts(9)
    assert evening.asked == LeverRequest(PutBack(open=tile(9)))
    evening.opens(9)
    assert evening.may_shut() == (1, 2, 3)


def test_a_provisional_move_may_still_become_larger() -> None:
    evening = Evening("canoga")
    evening.throws(2, 4)
    assert evening.may_shut() == (2, 4, 6, 8)
    evening.shuts(2)
    assert evening.may_shut() == (4,)
    evening.hears(Pressed(MatchTime(evening.at), "confirm"))
    assert evening.may_shut() == ()


def test_the_opener_of_a_duel_may_move_shut_tiles() -> None:
    evening = Evening("long-game", "Ann", "Bob")
    while not evening.referee.play.opens:
        evening.throws(6, 6)
        if evening.referee.play.answer is not None:
            evening.shuts(*numbers(evening.referee.play.answer.moves[0].tiles))
    down = evening.referee.play.rules.in_play & ~evening.referee.play.open
    evening.throws(1, 2)
    assert evening.asked.may_open == down & tile_set((1, 2, 3))
    assert evening.asked.may_shut == 0


def shut_the_box(evening: Evening) -> None:
    """Throw one number after another that shuts a tile by itself."""
    for number in (9, 8, 7, 6, 5, 4, 3, 2):
        evening.throws(number // 2, number - number // 2)
        evening.shuts(number)
    evening.throws(1)
    evening.shuts(1)


def test_a_shut_box_is_shown_until_a_lever_leaves_its_place() -> None:
    evening = Evening("classic")
    shut_the_box(evening)
    assert evening.referee.play.over
    asked = evening.asked
    assert asked.box_shut == 0x1FF
    shown = {lamps(0, asked, at) for at in range(0, PERIOD, TICK)}
    assert shown == {0b101010101, 0b010101010}
    assert {lamps(tile(4), asked, at) for at in range(0, PERIOD, TICK)} == {tile(4)}


def test_between_two_turns_a_shut_box_is_shown_before_it_is_made_ready() -> None:
    evening = Evening("tournament", "Ann", "Bob")
    shut_the_box(evening)
    asked = evening.asked
    assert not evening.referee.play.over
    assert asked.put_back.open == 0x1FF
    assert {lamps(0, asked, at) for at in range(0, PERIOD, TICK)} == {0b101010101, 0b010101010}
    evening.opens(4)
    shown = {lamps(tile(4), evening.asked, at) for at in range(0, PERIOD, TICK)}
    assert shown == {tile(4), 0x1FF}
    evening.opens(1, 2, 3, 5, 6, 7, 8, 9)
    assert evening.asked == LeverRequest()


def test_a_new_match_asks_for_the_box_at_once() -> None:
    evening = Evening("classic")
    shut_the_box(evening)
    evening.hears(Pressed(MatchTime(evening.at), "new"))
    assert evening.asked == LeverRequest(PutBack(open=0x1FF))


def test_a_box_that_was_not_shut_does_not_say_so() -> None:
    evening = Evening("classic")
    evening.throws(1, 1)
    evening.shuts(2)
    evening.throws(1, 1)
    assert evening.referee.play.over
    assert evening.asked == LeverRequest()


@pytest.mark.parametrize("name", ["classic", "canoga", "the-300"])
@settings(deadline=None)
@given(data=st.data())
def test_what_may_be_moved_is_what_is_not_refused(name: str, data: st.DataObject) -> None:
    """Differential: a tile may be moved exactly if moving it would not be refused."""
    evening = Evening(name)
    dice = variant(name).dice
    throw = data.draw(
        st.lists(st.integers(1, dice.sides), min_size=dice.count, max_size=dice.count)
    )
    evening.throws(*throw)
    for _ in range(data.draw(st.integers(0, 2))):
        if not evening.may_shut():
            break
        evening.shuts(data.draw(st.sampled_from(evening.may_shut())))
    play = evening.referee.play
    answer = play.answer
    if answer is None:
        assert evening.may_shut() == ()
        return
    for number in numbers(answer.to_move & ~answer.moved):
        allowed = any(not (answer.moved | tile(number)) & ~move.tiles for move in answer.moves)
        assert (number in evening.may_shut()) == allowed
