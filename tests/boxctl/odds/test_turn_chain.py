"""Ends and scores under a policy, held against the values of the solver and played games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.sampling import AtRandom, Best, FewestTiles, HighestFirst, Human, Policy
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.tiles import tile, tile_set
from boxctl.rules.variants import variant
from boxctl.simulation.plan import plan_matches
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import play_refereed
from tests.support.every_variant import UNLIKE_EACH_OTHER, parameter
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores
from tests.support.odds.solved_variants import SOLVED

PLAYABLE = [
    parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in SOLVED if name != "the-300"
]


@pytest.mark.parametrize("name", PLAYABLE)
def test_best_play_comes_to_what_was_solved(name: str) -> None:
    rules = variant(name)
    odds = solve(rules, aim(rules.scoring))
    ends = chances_of_ends(rules, Best(odds))
    assert sum(ends.values()) == pytest.approx(1, rel=1e-12)
    expected = odds.aim.shown(sum(odds.aim.end(left) * part for left, part in ends.items()))
    assert expected == pytest.approx(odds.before_throw(rules.in_play), rel=1e-12)


@pytest.mark.parametrize("policy", [HighestFirst(), FewestTiles(), AtRandom()])
def test_no_policy_is_better_than_the_best(policy: Policy) -> None:
    for name in ("classic", "canoga", "doubles", "parlour"):
        rules = variant(name)
        ends = chances_of_ends(rules, policy)
        scores = chances_of_scores(ends, "golf")
        mean = sum(score * chance for score, chance in scores.items())
        assert mean > solve(rules, aim("golf")).before_throw(rules.in_play)


@pytest.mark.parametrize("name", ["classic", "doubles", "two-to-go", "unlucky-seven", "thai"])
def test_played_games_come_to_the_chances(name: str) -> None:
    """Games through the referee, within four standard errors."""
    rules = replace(variant(name), match="solo")
    scores = chances_of_scores(chances_of_ends(rules, HighestFirst()), "golf")
    mean = sum(score * chance for score, chance in scores.items())
    played = play_refereed(plan_matches(rules, ["Ann"], 600, 6, NamedPlayer("highest-first")))
    assert abs(played.mean_score - mean) < 4 * played.standard_error


def test_two_twos_at_the_start_of_classic() -> None:
    """Throw 2, then 2 again: 43, once in 1296 games; nothing else leaves 43."""
    scores = chances_of_scores(chances_of_ends(variant("classic"), HighestFirst()), "golf")
    assert scores[43] == pytest.approx(1 / 1296)


def test_a_human_is_between_the_two() -> None:
    rules = variant("classic")
    odds = solve(rules, aim("golf"))
    means = [
        sum(odds.aim.end(left) * part for left, part in chances_of_ends(rules, policy).items())
        for policy in (
            Best(odds), Human(Best(odds), 0.0), Human(Best(odds), 0.1),
            Human(Best(odds), 0.5), Human(Best(odds), 1.0), AtRandom(),
        )
    ]  # fmt: skip
    assert means[1] == pytest.approx(means[0])
    assert means[4] == pytest.approx(means[5])
    assert means == sorted(means, reverse=True)


def test_dice_that_never_end_a_turn() -> None:
    rules = RuleSet(tiles=3, dice=Dice(2, 1), doubles="rethrow")
    ends = chances_of_ends(rules, HighestFirst(), tile_set((1, 3)))
    assert ends == {tile(1) | tile(3): 1.0}
