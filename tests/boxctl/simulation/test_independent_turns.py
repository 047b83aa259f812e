"""Matches played without a referee: the referee, given the same turns, rules the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from boxctl.odds.sampling import ENDS, AliasTables, alias_tables, first_state, words_of
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn_chain import chain_of_turn
from boxctl.referee.play import Play
from boxctl.referee.referee import Referee
from boxctl.rules.dice import Dice, Throw, is_double
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move, moves
from boxctl.rules.ruleset import RuleSet, Ties
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.rules.variants import names, variant
from boxctl.simulation import independent_turns
from boxctl.simulation.blocks import WORTH_A_PROCESS
from boxctl.simulation.independent_turns import play_independent_turns, turns_are_independent
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.plan import plan_matches
from boxctl.simulation.play_match import play_match
from boxctl.simulation.statistics import Statistics

PLAYERS = ("Ann", "Bob", "Cid")


class Led(Random):
    """A player and dice in one, who do what the steps of a walk did."""

    def __init__(self, rules: RuleSet, walks: Sequence[AliasTables], seed: int) -> None:
        super().__init__()
        self._rules, self._walks = rules, walks
        self._positions = SubBox(rules.in_play).positions
        self._words = words_of(first_state(seed, 0))
        self._at = walks[0].start
        self._throw: Throw = ()
        self._tiles = NO_TILES

    def choose_dice(self, play: Play) -> int:
        if play.deciding_who_starts:
            self._throw = (1 + (next(self._words) * self._rules.dice.sides >> 64),)
            return 1
        before = self._positions[self._at]
        left, ends = self._next_step(self._walks[play.seat])
        for count in play.counts:
            for throw in product(range(1, self._rules.dice.sides + 1), repeat=count):
                if (left, ends) in self._outcomes(before, throw):
                    self._throw, self._tiles = throw, before & ~left
                    return count
        raise AssertionError("no throw leads there")

    def choices(self, *_population: Any, **_how: Any) -> list[Any]:
        return list(self._throw)

    def choose_move(self, play: Play) -> Move:
        assert play.answer is not None
        return next(move for move in play.answer.moves if move.tiles == self._tiles)

    def _next_step(self, walk: AliasTables) -> tuple[TileSet, bool]:
        """What the next step of the walk leaves, and whether that ends the turn."""
        word = next(self._words)
        place = walk.starts[self._at] + ((word >> 32) * walk.sizes[self._at] >> 32)
        targets = walk.firsts if word % 2**32 < walk.shares[place] else walk.seconds
        target = targets[place]
        ends = target >= ENDS
        self._at = walk.start if ends else target
        return self._positions[target % ENDS], ends

    def _outcomes(self, before: TileSet, throw: Throw) -> set[tuple[TileSet, bool]]:
        if sum(throw) == self._rules.stop_number:
            return {(before, True)}
        answers = moves(self._rules, before, throw, opening=before == self._rules.in_play)
        if not answers:
            return {(before, not (self._rules.doubles and is_double(throw)))}
        one_throw = self._rules.match == "first_to_shut"
        lefts = [before & ~move.tiles for move in answers]
        return {(left, one_throw or left == NO_TILES) for left in lefts}


def ruled(rules: RuleSet, matches: int, seed: int, chosen: Sequence[NamedPlayer]) -> Statistics:
    """The matches of the first block, through the referee."""
    walks = [alias_tables(chain_of_turn(rules, one.policy(rules))) for one in chosen]
    led = Led(rules, walks, seed)
    statistics = Statistics(wins=Counter(dict.fromkeys(PLAYERS, 0)))
    quiet = replace(rules, bump_ms=0)
    for _ in range(matches):
        for _event, rulings in play_match(Referee(quiet, PLAYERS), led, led):
            for ruling in rulings:
                statistics.add(ruling)
    return statistics


RANDOM = NamedPlayer("random")
PLAYABLE = [name for name in names() if turns_are_independent(variant(name), [RANDOM])]


def test_which_matches_they_are() -> None:
    others = set(names()) - set(PLAYABLE)
    assert others == {"long-game", "relay", "the-300"}
    assert not turns_are_independent(variant("classic"), [RANDOM, NamedPlayer("best")])
    assert turns_are_independent(variant("lucky-seven"), [RANDOM, NamedPlayer("best")])


@pytest.mark.parametrize("name", PLAYABLE)
@pytest.mark.parametrize("ties", ["share", "roll_off"])
def test_the_referee_rules_the_same(name: str, ties: Ties) -> None:
    """With another player at one of the seats."""
    rules = replace(variant(name), ties=ties, stake=7)
    rules = replace(rules, tiles=min(rules.tiles, 9))
    if rules.match in ("tournament", "knockout"):
        rules = replace(rules, target=30)
    chosen = [NamedPlayer("fewest-tiles"), RANDOM, NamedPlayer("fewest-tiles")]
    assert play_independent_turns(plan_matches(rules, PLAYERS, 12, 4, chosen)) == ruled(
        rules, 12, 4, chosen
    )


def test_they_are_the_same_on_any_number_of_workers() -> None:
    rules, chosen = replace(variant("classic"), stake=5), NamedPlayer("highest-first")
    matches = 2 * WORTH_A_PROCESS * independent_turns.BLOCK + 1
    plan = plan_matches(rules, PLAYERS, matches, 9, chosen)
    one, two = (play_independent_turns(plan, workers) for workers in (1, 2))
    assert one == two
    assert one.matches == matches


def test_one_that_does_not_end_is_given_up() -> None:
    endless = replace(variant("tournament"), tiles=1, dice=Dice(1, 1))
    with pytest.raises(RuleFault, match="BX208"):
        play_independent_turns(plan_matches(endless, PLAYERS, 1, 1, NamedPlayer("random")))
