"""Solved turns against known values, and against exact fractions worked out another way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.odds.aims import Aim, AimName, aim
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import SCORINGS, Dice, RuleSet
from boxctl.rules.settings import SETTINGS, deciding
from boxctl.rules.tiles import numbers, tile, tile_range, tile_set
from boxctl.rules.variants import variant
from tests.support.every_variant import UNLIKE_EACH_OTHER, parameter
from tests.support.odds.exact_odds import ExactTurn, chance_to_shut, lowest, second_rules
from tests.support.odds.solved_variants import SOLVED
from tests.support.setting_samples import changed
from tests.support.soak import SOAK

FEWER_AND_MORE: tuple[str, ...] = ("sum", "sum_or_difference")
AIMS: tuple[AimName, ...] = ("shut", *SCORINGS)


def at_the_start(rules: RuleSet, name: AimName) -> float:
    return solve(rules, aim(name)).before_throw(rules.in_play)


def near(value: float) -> object:
    return pytest.approx(value, rel=1e-12, abs=1e-15)


def exactly(rules: RuleSet, name: AimName) -> ExactTurn:
    second = second_rules(rules)
    if name == "shut":
        return ExactTurn(second, chance_to_shut)
    return ExactTurn(second, lowest(replace(second, scoring=name)))


@pytest.mark.parametrize(
    ("rules", "name", "value"),
    [
        (RuleSet(one_die="never"), "shut", 0.07143162230560597),
        (RuleSet(one_die="never"), "golf", 11.15750844420262),
        (RuleSet(one_die="high_tiles_shut"), "shut", 0.09761371617043070),
        (RuleSet(one_die="high_tiles_shut"), "golf", 11.00920859321763),
        (RuleSet(tiles=12, one_die="never"), "shut", 0.003622181136078963),
    ],
)
def test_the_values_that_are_known(rules: RuleSet, name: AimName, value: float) -> None:
    assert at_the_start(rules, name) == near(value)


@pytest.mark.parametrize(
    "name", [parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in SOLVED]
)
def test_every_variant_against_exact_fractions(name: str) -> None:
    """On a few tiles, so that it is quick; what a variant sets is the same on any box."""
    rules = variant(name)
    if rules.in_play & ~tile_range(7):
        few = 7 if rules.one_die == "high_tiles_shut" else 6
        rules = replace(rules, tiles=few, down=rules.down_tiles & tile_range(few))
    for to in AIMS:
        exact = exactly(rules, to)
        solved = solve(rules, aim(to))
        for to_move in {rules.in_play, rules.in_play & ~tile(7), rules.in_play & tile_range(4)}:
            worth = exact.value(frozenset(numbers(to_move)))
            assert solved.before_throw(to_move) == near(abs(float(worth)))


@pytest.mark.parametrize("name", ["pub", "ten", "canoga", "doubles"])
def test_a_whole_box_against_exact_fractions(name: str) -> None:
    rules = variant(name)
    exact = exactly(rules, "golf")
    worth = exact.value(frozenset(numbers(rules.in_play)))
    assert at_the_start(rules, "golf") == near(-float(worth))


CHANGED = sorted(deciding("turn") - {"tiles", "match"})


@st.composite
def settings_that_matter(draw: st.DrawFn) -> RuleSet:
    """A small box with some of the settings that decide what a turn comes to."""
    rules = RuleSet(tiles=draw(st.integers(1, 6)), dice=Dice(2, draw(st.integers(1, 6))))
    for name in draw(st.lists(st.sampled_from(CHANGED), max_size=5, unique=True)):
        value = draw(st.sampled_from(SETTINGS[name].samples.small))
        rules = changed(rules, name, value, has_effect=draw(st.booleans())) or rules
    return rules


def without_contradiction(rules: RuleSet) -> RuleSet:
    """The same, the opening tile on the box, and R3.8 and R3.9 only with canoga."""
    opening = rules.opening_tile
    canoga = rules.combine == "canoga"
    return replace(
        rules,
        opening_tile=None if opening is None else min(opening, rules.tiles),
        quotient=rules.quotient and canoga,
        double_shuts_own=rules.double_shuts_own and canoga,
    )


@settings(deadline=None, max_examples=20 * SOAK)
@given(settings_that_matter(), st.sampled_from(AIMS), st.data())
def test_any_settings_against_exact_fractions(
    rules: RuleSet, name: AimName, data: st.DataObject
) -> None:
    rules = without_contradiction(rules)
    any_tiles = st.integers(1, rules.in_play).map(lambda tiles: tiles & rules.in_play)
    to_move = data.draw(any_tiles.filter(bool))
    exact, solved = exactly(rules, name), solve(rules, aim(name), among=to_move)
    open_tiles = frozenset(numbers(to_move))
    memory = data.draw(st.sampled_from(solved.states.memories_with(to_move)))
    held = memory.markers, memory.extra
    value = exact.value(open_tiles, *held)
    assert solved.before_throw(to_move, memory) == near(abs(float(value)))
    counts = allowed_counts(rules, to_move)
    assert tuple(solved.by_dice(to_move, memory)) == counts
    # Throwing again (R5.4) asks for the number of dice anew, so the best count is what it is
    # worth, and no other is worth more.
    told = [solved.by_dice(to_move, memory)[count] for count in counts]
    best = min(told) if solved.aim.lower else max(told)
    assert best == near(solved.before_throw(to_move, memory))
    throw = tuple(data.draw(st.integers(1, rules.dice.sides)) for _ in range(counts[-1]))
    answer = solved.after_throw(to_move, throw, memory)
    worth = exact.answered(open_tiles, throw, *held)
    expected = value if worth is None else worth
    assert answer.value == near(abs(float(expected)))
    assert all(odds.loss >= 0 for odds in answer.moves)
    assert [odds.loss for odds in answer.moves] == sorted(odds.loss for odds in answer.moves)


class TestMovesAfterAThrow:
    def test_every_move_with_its_loss_best_first(self) -> None:
        rules = variant("classic")
        answer = solve(rules, aim("shut")).after_throw(tile_range(9), (3, 5))
        assert [numbers(odds.move.tiles) for odds in answer.moves[:1]] == [(8,)]
        assert len(answer.moves) == 6
        assert answer.moves[0].loss == 0
        assert answer.moves[0].value == answer.value
        for odds in answer.moves:
            assert odds.value + odds.loss == near(answer.value)

    def test_a_throw_that_cannot_be_played_is_the_score_as_it_stands(self) -> None:
        solved = solve(variant("classic"), aim("golf"))
        assert solved.after_throw(tile_set((2, 7)), (2, 4)).value == 9
        assert solved.after_throw(tile_set((2, 7)), (2, 4)).moves == ()

    def test_only_five_left(self) -> None:
        two, may = RuleSet(one_die="never"), RuleSet(one_die="high_tiles_shut")
        five = tile(5)
        assert solve(two, aim("shut")).by_dice(five) == {2: near(1 / 9)}
        assert solve(may, aim("shut")).by_dice(five) == {1: near(1 / 6), 2: near(1 / 9)}


def nowhere_worse(one: TurnOdds, other: TurnOdds) -> bool:
    """But for the last bits: sums in another order are rounded otherwise."""
    pairs = zip(one.worths, other.worths, strict=True)
    return all(a >= b - 1e-13 * abs(b) for a, b in pairs)


@st.composite
def any_aim(draw: st.DrawFn, rules: RuleSet) -> Aim:
    """An aim of the solver, or to win by whatever each score is worth at some table."""
    name = draw(st.sampled_from([*AIMS, "win"]))
    if name != "win":
        return aim(name)
    turn = ScoredTurn(rules)
    chance = st.fixed_dictionaries({made: st.floats(0, 1) for made in turn.scores})
    return turn.aim(Prize(draw(chance), draw(chance)))


class TestMoreFreedomNeverHurts:
    """Whatever is played for, in every position: what may be chosen need not be."""

    @settings(deadline=None, max_examples=20 * SOAK)
    @given(settings_that_matter().map(without_contradiction), st.data())
    def test_more_choice_of_dice(self, rules: RuleSet, data: st.DataObject) -> None:
        to = data.draw(any_aim(rules))
        may = solve(replace(rules, one_die_choice="may"), to)
        assert nowhere_worse(may, solve(replace(rules, one_die_choice="must"), to))
        assert nowhere_worse(may, solve(replace(rules, one_die="never"), to))

    @settings(deadline=None, max_examples=20 * SOAK)
    @given(settings_that_matter().map(without_contradiction), st.data())
    def test_more_moves_for_a_throw(self, rules: RuleSet, data: st.DataObject) -> None:
        """A player who may also take the difference (R3.2) can still take the sum. A throw that
        can be played must be, so this holds only where an end is worth no more than to go on, and
        where no throw that cannot be played is thrown again for it (R5.5, R5.6).
        """
        to = aim(data.draw(st.sampled_from(AIMS)))
        doubles = "none" if rules.doubles in ("extra", "insurance") else rules.doubles
        rules = without_contradiction(replace(rules, combine="sum", doubles=doubles))
        fewer, more = (solve(replace(rules, combine=combine), to) for combine in FEWER_AND_MORE)
        assert nowhere_worse(more, fewer)

    @settings(deadline=None, max_examples=20 * SOAK)
    @given(settings_that_matter().map(without_contradiction), st.data())
    def test_an_opening_tile_takes_moves_away(self, rules: RuleSet, data: st.DataObject) -> None:
        """Without one (R5.1) every first move is open. Where a double that cannot be played is
        thrown again (R5.4), though, it is a boon not to be able to play it.
        """
        rules = replace(rules, doubles="none")
        to = aim(data.draw(st.sampled_from(AIMS)))
        assert nowhere_worse(solve(replace(rules, opening_tile=None), to), solve(rules, to))


class TestWhatIsTooMuch:
    def test_all_positions_of_the_300(self) -> None:
        with pytest.raises(RuleFault, match="BX701"):
            solve(variant("the-300"), aim("shut"))

    def test_a_few_tiles_of_the_300_are_not(self) -> None:
        solved = solve(variant("the-300"), aim("shut"), among=tile_set((22, 24)))
        assert solved.before_throw(tile(24)) == near(1 / 6**4)

    @pytest.mark.parametrize("combine", ["sum", "thai"])
    def test_more_dice_than_anyone_can_count(self, combine: str) -> None:
        rules = RuleSet(tiles=24, dice=Dice(24, 100), combine=combine)
        with pytest.raises(RuleFault, match="BX702"):
            solve(rules, aim("shut"))
