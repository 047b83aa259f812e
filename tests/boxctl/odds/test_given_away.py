"""Points given away: exact for a way to play, and an interval that may be looked at at any time."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, product
from math import cos, log, pi
from random import Random

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.given_away import (
    SURE,
    TurnLosses,
    given_away,
    growth,
    least_mean,
    most_given_away,
    needed_growth,
)
from boxctl.odds.sampling import Best, HighestFirst, Human, Policy
from boxctl.odds.table_odds import odds_at_any_table
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import variant
from tests.support.every_variant import parameter
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores
from tests.support.odds.solved_variants import SOLVED
from tests.support.soak import SOAK, chance


def losses_of_a_throw(
    odds: TurnOdds, to_move: TileSet, throw: tuple[int, ...]
) -> dict[TileSet, float]:
    """What each move of a throw loses, the number of dice included."""
    by_dice = odds.by_dice(to_move)
    dice = by_dice[len(throw)] - min(by_dice.values())
    found = odds.after_throw(to_move, tuple(sorted(throw))).moves
    return {choice.move.tiles: dice + choice.loss for choice in found}


def mean_given_away(odds: TurnOdds, policy: Policy) -> float:
    """The mean of what a turn gives away, throw by throw from the full box: a second reading."""
    rules = odds.rules

    @lru_cache(None)
    def of(to_move: TileSet) -> float:
        counts, total = allowed_counts(rules, to_move), 0.0
        for count, chosen in zip(counts, policy.dice(to_move, counts), strict=True):
            for throw in product(range(1, rules.dice.sides + 1), repeat=count):
                answers = [
                    move.tiles
                    for move in moves(rules, to_move, throw, opening=to_move == rules.in_play)
                ]
                losses = losses_of_a_throw(odds, to_move, throw)
                chances = policy.moves(to_move, answers) if answers else ()
                weight = chosen / rules.dice.sides**count
                for tiles, played in zip(answers, chances, strict=True):
                    left = to_move & ~tiles
                    total += weight * played * (losses[tiles] + (of(left) if left else 0.0))
                if not answers:
                    by_dice = odds.by_dice(to_move)
                    total += weight * (by_dice[count] - min(by_dice.values()))
        return total

    return of(rules.in_play)


POINTS = [
    RuleSet(tiles=7),
    RuleSet(tiles=6, one_die="never"),
    RuleSet(tiles=7, one_die="sum_below_6"),
]


@pytest.mark.parametrize("rules", POINTS)
def test_what_is_given_away_is_what_the_score_is_worse_by(rules: RuleSet) -> None:
    """Luck comes to nothing in the long run, so the mean is exactly that of the scores."""
    odds = solve(rules, aim(rules.scoring))
    best = Best(odds)
    for policy in (best, HighestFirst(), Human(best, 0.1), Human(best, 1.0)):
        scores = chances_of_scores(chances_of_ends(rules, policy), rules.scoring)
        mean = sum(score * chance for score, chance in scores.items())
        lost = mean_given_away(odds, policy)
        assert lost == pytest.approx(mean - odds.before_throw(rules.in_play), abs=1e-9)


def most_by_trying(odds: TurnOdds) -> float:
    """The most that a turn can give away, by trying every throw and every answer."""
    rules = odds.rules

    @lru_cache(None)
    def of(to_move: TileSet) -> float:
        most = 0.0
        for count in allowed_counts(rules, to_move):
            for throw in product(range(1, rules.dice.sides + 1), repeat=count):
                for tiles, loss in losses_of_a_throw(odds, to_move, throw).items():
                    left = to_move & ~tiles
                    most = max(most, loss + (of(left) if left else 0.0))
        return most

    return of(rules.in_play)


@pytest.mark.parametrize("rules", [*POINTS, variant("three-to-go"), variant("even-stevens")])
def test_the_most_that_a_turn_can_give_away(rules: RuleSet) -> None:
    odds = solve(rules, aim(rules.scoring))
    assert most_given_away(odds) == pytest.approx(most_by_trying(odds), abs=1e-9)


@pytest.mark.parametrize(
    "name",
    [
        parameter(name, quick=variant(name).tiles <= 9 and not variant(name).box_stays)
        for name in SOLVED
        if name != "the-300"
    ],
)
def test_no_throw_can_give_away_more_than_the_turn(name: str) -> None:
    rules = variant(name)
    roles = odds_at_any_table(rules)
    most = most_given_away(*roles.values())
    if most is None:
        # A double may be thrown again, or has to be, as often as it comes.
        assert rules.doubles != "none"
        return
    for odds in roles.values():
        for to_move in odds.box.positions[1:]:
            answer = odds.after_throw(to_move, (1, 1) if rules.dice.count > 1 else (1,))
            assert all(choice.loss <= most + 1e-9 for choice in answer.moves)


def test_a_double_that_may_be_thrown_again_for_ever_has_no_most() -> None:
    rules = RuleSet(tiles=6, doubles="may_rethrow")
    assert most_given_away(solve(rules, aim("golf"))) is None
    alone = given_away([0.5, 2.0], None)
    assert (alone.total, alone.mean, alone.most) == (2.5, 1.25, None)
    assert not alone.is_surely_less(alone)


def test_who_never_chooses_gives_nothing_away() -> None:
    told = given_away([0.0] * 5, 0.0)
    assert (told.least, told.most, told.mean) == (0.0, 0.0, 0.0)


def test_many_turns_narrow_the_interval_and_tell_two_players_apart() -> None:
    random = Random(27)
    ann, bob = TurnLosses(21.6), TurnLosses(21.6)
    widths = []
    for turn in range(1, 401):
        ann.add(0.0)
        bob.add(random.choice((0.0, 0.0, 0.0, 8.0)))
        if turn in (10, 100, 400):
            told = bob.given_away()
            assert told.most is not None
            assert told.least <= told.mean <= told.most
            widths.append(told.most - told.least)
    assert widths == sorted(widths, reverse=True)
    assert ann.given_away().is_surely_less(bob.given_away())
    assert not bob.given_away().is_surely_less(ann.given_away())
    assert ann.given_away().least == 0


def test_two_who_play_alike_are_not_told_apart() -> None:
    losses = [0.0, 3.0, 0.0, 0.0, 1.0] * 40
    ann, bob = given_away(losses, 20.0), given_away(reversed(losses), 20.0)
    assert not ann.is_surely_less(bob)
    assert not bob.is_surely_less(ann)
    assert ann == bob


SKEWED = [
    [(0.0, 0.97), (0.2, 0.03)],
    [(0.0, 0.7), (0.1, 0.2), (0.9, 0.1)],
    [(0.2, 0.5), (0.6, 0.5)],
]
"""Ways to lose, in parts of the most, with their chances: seldom, often little, always."""


@pytest.mark.parametrize("losses", SKEWED)
def test_who_looks_after_each_turn_is_hardly_ever_misled(losses: list[tuple[float, float]]) -> None:
    """Of so many players, looked at after each of their turns, at most one in twenty is missed."""
    random = Random("given away")
    values, weights = zip(*losses, strict=True)
    mean = sum(value * chance for value, chance in losses)
    players, turns, missed = 60 * SOAK, 60, 0
    for _player in range(players):
        seen: dict[float, int] = {}
        for turn, value in enumerate(random.choices(values, weights, k=turns), start=1):
            seen[value] = seen.get(value, 0) + 1
            other = {1 - one: times for one, times in seen.items()}
            needed = needed_growth(turn, SURE)
            if growth(seen, mean) > needed or growth(other, 1 - mean) > needed:
                missed += 1
                break
    assert missed <= (1 - SURE) * players


def universal_portfolio(values: list[float], mean: float, parts: int = 400) -> float:
    """What a gambler has who spreads a stake over all bets, with the arcsine law's weights.

    A part b of each bet is on values above the mean, the rest on those below. Whatever the values,
    this is a fair game for the true mean, so that the stake seldom grows much.
    """
    wealth = 0.0
    for place in range(parts):
        # The arcsine law, cut into parts of the same chance.
        part = (1 - cos(pi * (place + 0.5) / parts)) / 2
        grown = 1.0
        for value in values:
            grown *= part * value / mean + (1 - part) * (1 - value) / (1 - mean)
        wealth += grown / parts
    return wealth


def test_a_gambler_who_can_really_play_rules_out_all_that_the_interval_rules_out() -> None:
    """The best bet is known in hindsight only: what the interval takes off for it is enough."""
    random = chance("the gambler")
    for _ in range(200 * SOAK):
        values = [random.choice((0.0, 0.0, random.random(), 1.0)) for _ in range(20)]
        mean = random.uniform(0.02, 0.98)
        seen = {value: values.count(value) for value in values}
        other = {1 - value: times for value, times in seen.items()}
        hindsight = needed_growth(len(values), 0.0)
        best = max(growth(seen, mean), growth(other, 1 - mean))
        assert log(universal_portfolio(values, mean)) >= best - hindsight - 1e-3


def test_the_least_mean_is_where_the_growth_is_what_is_needed() -> None:
    seen = {0.0: 30, 0.5: 12, 1.0: 3}
    least = least_mean(seen, SURE)
    assert growth(seen, least) == pytest.approx(needed_growth(45, SURE), rel=1e-3)
    assert least_mean({0.0: 10}, SURE) == 0
    assert least_mean({}, SURE) == 0


def test_what_is_counted_stays_small_and_right() -> None:
    random = Random(4)
    losses = [random.random() * 5 for _ in range(3000)]
    counted = TurnLosses(10.0)
    for so_far, total in zip(losses, accumulate(losses), strict=True):
        counted.add(so_far)
        assert counted.total == pytest.approx(total)
    told = counted.given_away()
    assert told.most is not None
    assert told.least < 2.5 < told.most
    assert told.most - told.least < 0.5
