"""Matches played without a referee: the referee, told the same throws and moves, rules the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from boxctl.odds.match.match_table import table_of
from boxctl.odds.sampling import first_state, words_of
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
from boxctl.referee.game import Game
from boxctl.referee.referee import Referee
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.setting_kinds import OF_THE_ODDS
from boxctl.rules.settings import SETTINGS, deciding
from boxctl.rules.tiles import tile_set
from boxctl.rules.variants import names, variant
from boxctl.simulation import bulk_matches
from boxctl.simulation import plan as simulation_plan
from boxctl.simulation.bulk_matches import can_play, play_bulk
from boxctl.simulation.plan import SimulationPlan, plan_matches
from boxctl.simulation.players import NamedPlayer, is_stuck, play_match, refuse_endless
from boxctl.simulation.simulate import simulate
from boxctl.simulation.statistics import Statistics
from boxctl.simulation.turns.turn_policies import SeatedPolicies, TurnPolicy
from tests.support.every_variant import UNLIKE_EACH_OTHER, parameter
from tests.support.random_rules import answers, table_with
from tests.support.soak import SOAK

NAMES = ("Ann", "Bob", "Cid")
OF_ODDS = deciding(*OF_THE_ODDS)


class Led(Random):
    """The players and the dice of a match in one, who choose by the match's random numbers."""

    def __init__(
        self, plan: SimulationPlan, policies: SeatedPolicies, words: Iterator[int]
    ) -> None:
        super().__init__()
        self._plan, self._policies, self._words = plan, policies, words
        self._word = 0

    def choose_dice(self, play: Game) -> int:
        count = self._chosen_count(play)
        self._word = next(self._words)
        return count

    def choices(self, *_population: Any, **how: Any) -> list[Any]:
        """The values of the throw that the random number stands for."""
        sides, count = self._plan.rules.dice.sides, how["k"]
        thrown = (self._word >> 32) * sides**count >> 32
        return list(next_of(product(range(1, sides + 1), repeat=count), thrown))

    def choose_move(self, play: Game) -> Move:
        policy, answer = self._policy(play), play.answer
        assert answer is not None
        if self._errs(policy, self._word):
            return answer.moves[(next(self._words) >> 32) * len(answer.moves) >> 32]
        states = self._policies.table.states
        lefts = [states.number(answer.to_move & ~move.tiles, play.memory) for move in answer.moves]
        worths = [policy.worth_of(left) for left in lefts]
        return answer.moves[worths.index(max(worths))]

    def _chosen_count(self, play: Game) -> int:
        if len(play.counts) == 1:
            return play.counts[0]
        policy = self._policy(play)
        more = policy.more_dice(self._policies.table.states.number(play.left, play.memory))
        if policy.errors:
            word = next(self._words)
            if self._errs(policy, word):
                return play.counts[word >> 63]
        return play.counts[more]

    def _errs(self, policy: TurnPolicy, word: int) -> bool:
        return word % 2**32 < policy.errors

    def _policy(self, play: Game) -> TurnPolicy:
        always = (self._policies.opens if play.opens else self._policies.always)[play.seat]
        if always is not None:
            return always
        (prize,) = self._policies.prizes([table_of(play.sheet)])
        best = self._policies.turn.best_play(prize)
        errors = self._policies.errors[play.seat]
        return TurnPolicy(best.worths.__getitem__, best.more_dice.__getitem__, errors)


def next_of(values: Iterator[Any], skipped: int) -> Any:
    for _ in range(skipped):
        next(values)
    return next(values)


def ruled(plan: SimulationPlan) -> Statistics:
    """The matches of a plan, through the referee."""
    policies = SeatedPolicies(plan.rules, plan.chosen)
    statistics = Statistics(wins=Counter(dict.fromkeys(plan.players, 0)))
    for match in range(plan.matches):
        led = Led(plan, policies, words_of(first_state(plan.seed, match)))
        quick = replace(plan.rules, bump_ms=0, act_ms=0, settle_ms=0)
        for _event, rulings in play_match(Referee(quick, plan.players), led, led):
            for ruling in rulings:
                statistics.add(ruling)
    return statistics


def a_plan(rules: RuleSet, seats: int, matches: int, random: Random) -> SimulationPlan:
    """A plan with players drawn for the seats: those who can play by these rules."""
    while True:
        chosen = [NamedPlayer(random.choice(WAYS_TO_PLAY), 0.3) for _seat in range(seats)]
        plan = plan_matches(rules, NAMES[:seats], matches, random.randrange(99), chosen)
        try:
            if can_play(plan):
                return plan
        except RuleFault:
            continue


def without_numpy(plan: SimulationPlan) -> Statistics:
    """The matches of a plan, one after the other in plain Python."""
    with pytest.MonkeyPatch.context() as installed:
        installed.setattr(bulk_matches, "find_spec", lambda name: None)
        return play_bulk(plan)


class TestTheRefereeRulesTheSame:
    @pytest.mark.parametrize(
        "name",
        [parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in names() if name != "the-300"],
    )
    def test_in_every_variant(self, name: str) -> None:
        random, rules = Random(name), variant(name)
        rules = replace(rules, tiles=min(rules.tiles, 7), down=rules.down_tiles % 2**7, stake=7)
        if rules.match in ("tournament", "knockout"):
            rules = replace(rules, target=30)
        plan = a_plan(rules, 2, 6, random)
        assert play_bulk(plan) == ruled(plan)

    @pytest.mark.parametrize(
        "name", [parameter(name, quick=name in OF_ODDS - {"tiles"}) for name in SETTINGS]
    )
    def test_whatever_a_setting_says(self, name: str) -> None:
        random = Random(name)
        for answer in answers(name):
            self.check(*table_with(random, (name, answer)), random)

    @pytest.mark.parametrize("seed", range(12 * SOAK))
    def test_by_any_rules(self, seed: int) -> None:
        random = Random(seed)
        self.check(*table_with(random), random)

    def check(self, rules: RuleSet, players: int, random: Random) -> None:
        """Play four matches in all ways; a choice that is none between moves needs the referee."""
        if rules.may_throw_doubles_again:
            assert not can_play(plan_matches(rules, NAMES[:players], 4, 1, NamedPlayer("random")))
            return
        plan = a_plan(rules, players, 4, random)
        by_the_referee = ruled(plan)
        assert play_bulk(plan) == by_the_referee, rules
        assert without_numpy(plan) == by_the_referee, rules

    def test_on_the_300(self) -> None:
        chosen = [NamedPlayer("highest-first"), NamedPlayer("random")]
        plan = plan_matches(variant("the-300"), ["Ann", "Bob"], 3, 1, chosen)
        assert play_bulk(plan) == ruled(plan)


class TestTheSameMatches:
    def test_on_any_number_of_workers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(simulation_plan, "WORTH_A_PROCESS", 1)
        rules, chosen = replace(variant("classic"), stake=5), NamedPlayer("highest-first")
        matches = 3 * bulk_matches.BLOCK
        plan = plan_matches(rules, NAMES, matches, 9, chosen)
        one, two = (play_bulk(plan, workers) for workers in (1, 2))
        assert one == two
        assert one.matches == matches

    @pytest.mark.parametrize("rules", [RuleSet(tiles=5, one_die="sum_below_6"), variant("relay")])
    def test_without_numpy(self, rules: RuleSet) -> None:
        chosen = [NamedPlayer("human", 0.3), NamedPlayer("best")]
        plan = plan_matches(rules, ["Ann", "Bob"], 40, 3, chosen)
        assert without_numpy(plan) == play_bulk(plan)

    def test_however_many_are_asked_for(self) -> None:
        """The first matches of many are those of few."""
        chosen = NamedPlayer("random")
        counted: list[Statistics] = []
        plan = plan_matches(variant("relay"), ["Ann", "Bob"], 500, 3, chosen)
        play_bulk(plan, progress=counted.append)
        two_blocks = next(one for one in counted if one.matches == 20)
        assert play_bulk(replace(plan, matches=20)) == two_blocks
        assert counted[-1].matches == 500


def test_which_matches_need_the_referee() -> None:
    many_dice = replace(variant("classic"), dice=Dice(20, 6))
    assert not can_play(plan_matches(many_dice, ["Ann"], 1, 1, NamedPlayer("random")))
    assert simulate(many_dice, ["Ann", "Bob"], 2, 1, NamedPlayer("random")).matches == 2
    for name in names():
        plan = plan_matches(variant(name), ["Ann", "Bob"], 1, 1, NamedPlayer("random"))
        assert can_play(plan)


@pytest.mark.parametrize(
    ("rules", "left", "stuck"),
    [
        ("relay", "1", False),
        ("relay", "2", False),
        ("relay", "1,20", True),
        ("long-game", "1,20", False),
        ("long-game", "", False),
    ],
)
def test_a_box_that_no_throw_can_change(rules: str, left: str, stuck: bool) -> None:
    by = replace(variant(rules), tiles=20)
    assert is_stuck(by, tile_set(map(int, left.split(","))) if left else 0) == stuck


def test_one_that_is_stuck_is_given_up_at_once() -> None:
    stuck = replace(variant("relay"), tiles=3, dice=Dice(2, 1))
    with pytest.raises(RuleFault, match="BX208"):
        play_bulk(plan_matches(stuck, NAMES, 1, 1, NamedPlayer("random")))


def test_turns_of_one_throw_that_hardly_ever_shuts_the_box_are_not_begun() -> None:
    hardly_ever = replace(variant("lucky-seven"), dice=Dice(3, 100))
    with pytest.raises(RuleFault, match="BX208"):
        refuse_endless(hardly_ever, 1000)


@pytest.mark.parametrize(
    ("rules", "matches"),
    [
        (variant("lucky-seven"), 10**9),
        (replace(variant("lucky-seven"), doubles="rethrow"), 10**9),
        (replace(variant("lucky-seven"), dice=Dice(3, 100)), 1),
        (variant("tournament"), 10**9),
    ],
)
def test_matches_that_may_well_end_are_played(rules: RuleSet, matches: int) -> None:
    refuse_endless(rules, matches)


def test_one_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_matches, "LONGEST_MATCH", 1000)
    endless = replace(variant("tournament"), tiles=1, dice=Dice(1, 1))
    with pytest.raises(RuleFault, match="BX208"):
        play_bulk(plan_matches(endless, NAMES, 1, 1, NamedPlayer("random")))
