"""Where all moves win alike, best play leaves the fewest points."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from boxctl.odds.aims import SHADE, Aim, aim, shaded
from boxctl.odds.match.match_aims import aim_to_win
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import Best
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.tiles import tile_range, tile_set
from boxctl.rules.variants import variant
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.turns.turn_policies import SeatedPolicies
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores

HOPELESS = Aim("win", lambda left: 0.0, lower=False)
"""Nothing that this player does makes a difference."""

SIX = replace(variant("classic"), tiles=6)
RULES = [
    SIX,
    replace(SIX, one_die="sum_at_most_6"),
    replace(SIX, combine="canoga"),
    replace(SIX, doubles="insurance"),
    replace(SIX, scoring="missionary"),
]


def mean_score(rules: RuleSet, odds_for: Aim) -> float:
    ends = chances_of_ends(rules, Best(solve(rules, odds_for)))
    return sum(made * part for made, part in chances_of_scores(ends, rules.scoring).items())


@pytest.mark.parametrize("rules", RULES)
def test_whoever_has_lost_anyway_comes_to_the_least_score(rules: RuleSet) -> None:
    least = solve(rules, aim(rules.scoring)).before_throw(rules.in_play)
    assert mean_score(rules, HOPELESS) == pytest.approx(least, rel=1e-6)


@pytest.mark.parametrize("rules", RULES)
def test_so_does_a_player_of_a_simulation(rules: RuleSet) -> None:
    turn = ScoredTurn(rules)
    nothing = dict.fromkeys(turn.scores, 0.0)
    (scores,) = turn.play([turn.shaded(Prize(nothing, nothing))])
    mean = sum(made * part for made, part in scores.played.items())
    least = solve(rules, aim(rules.scoring)).before_throw(rules.in_play)
    assert mean == pytest.approx(least, rel=1e-6)


def test_the_odds_name_first_what_best_plays() -> None:
    rules = variant("classic")
    least, hopeless = (solve(rules, one) for one in (aim("golf"), HOPELESS))
    for total in range(2, 13):
        throw = (total // 2, total - total // 2)
        for to_move in (rules.in_play, tile_set([1, 3, 4, 5, 6, 9]), tile_set([2, 4, 5, 7])):
            listed = hopeless.after_throw(to_move, throw).moves
            if not listed:
                continue
            tiles = [one.move.tiles for one in sorted(listed, key=lambda one: one.move.tiles)]
            chosen = tiles[Best(hopeless).moves(to_move, tiles).index(1.0)]
            assert listed[0].move.tiles == chosen
            assert [one.loss for one in listed] == [0.0] * len(listed)
            best = least.after_throw(to_move, throw).moves[0]
            assert least.worth_left(to_move & ~chosen) == pytest.approx(-best.value)


def test_a_chance_to_win_goes_before_all_points() -> None:
    rules = variant("classic")
    to_beat = aim_to_win(rules, 4, 0)
    plain, ordered = solve(rules, to_beat), solve(rules, shaded("golf", to_beat, rules.in_play))
    for to_move in range(1, 512):
        assert 0 <= plain.worth(to_move) - ordered.worth(to_move) <= SHADE
    ends = chances_of_ends(rules, Best(plain))
    won = sum(part * to_beat.end(left) for left, part in ends.items())
    assert won == pytest.approx(plain.before_throw(rules.in_play), abs=2 * SHADE)


def test_players_of_a_match_play_on_when_it_is_lost() -> None:
    """In a knockout that is lost at once, what is played for is the least score."""
    rules = replace(SIX, match="tournament", target=40)
    seated = SeatedPolicies(rules, [NamedPlayer("best")] * 2)
    (prize,) = seated.prizes([MatchTable((39, 0), (), (False, False))])
    worths = [prize.played[made] for made in seated.turn.scores]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == len(worths)


def test_digits_are_told_apart_though_they_are_numbers_of_many_digits() -> None:
    rules = replace(variant("digital"), tiles=9)
    ends = shaded(rules.scoring, HOPELESS, tile_range(9)).end
    by_score = sorted(range(512), key=lambda left: score("digital", left))
    assert all(ends(one) > ends(other) for one, other in pairwise(by_score))
