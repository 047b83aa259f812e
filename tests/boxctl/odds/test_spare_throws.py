"""Doubles kept for later: the extra throw and the insurance, solved and played."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from boxctl.odds.aims import aim
from boxctl.odds.turn import solve
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.tiles import TileSet
from boxctl.rules.variants import variant
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import simulate

INSURED = RuleSet(tiles=6, doubles="insurance", one_die="sum_below_6")
EXTRA = RuleSet(tiles=6, doubles="extra", one_die="sum_below_6")
STOPPED = RuleSet(tiles=5, doubles="insurance", stop_number=5, scoring="missionary")
OPENING = RuleSet(tiles=5, doubles="extra", opening_tile=2)
PATIENCE = 12
"""Throws in a row that shut nothing; more are too rare to count."""

RULES = [INSURED, EXTRA, STOPPED, OPENING]


def least_score(rules: RuleSet) -> float:
    """The least expected score by the rule book, throw by throw."""

    @cache
    def worth(left: TileSet, markers: int, extra: bool, patience: int) -> float:
        if not left or not patience:
            return float(score(rules.scoring, left))
        least: float = min(
            sum(
                after(left, markers, extra, patience, throw)
                for throw in product(range(1, 7), repeat=count)
            )
            / float(6**count)
            for count in allowed_counts(rules, left)
        )
        return least

    def after(
        left: TileSet, markers: int, extra: bool, patience: int, throw: tuple[int, ...]
    ) -> float:
        if sum(throw) == rules.stop_number:
            return float(score(rules.scoring, left))
        double = len(throw) == 2 and throw[0] == throw[1]
        if rules.doubles == "insurance":
            markers += double
        answers = moves(rules, left, throw, opening=left == rules.in_play)
        if answers:
            keeps = double and rules.doubles == "extra"
            return min(worth(left & ~move.tiles, markers, keeps, PATIENCE) for move in answers)
        if markers:
            return worth(left, markers - 1, False, patience - 1)
        if rules.doubles == "extra" and (double or extra):
            return worth(left, 0, False, patience - 1)
        return float(score(rules.scoring, left))

    return worth(rules.in_play, 0, False, PATIENCE)


@pytest.mark.parametrize("rules", RULES)
def test_it_is_worth_what_the_rule_book_says(rules: RuleSet) -> None:
    solved = solve(rules, aim(rules.scoring))
    assert solved.before_throw(rules.in_play) == pytest.approx(least_score(rules), abs=1e-7)


@pytest.mark.parametrize("rules", [*RULES, variant("high-rollers")])
def test_best_play_comes_to_it(rules: RuleSet) -> None:
    found = simulate(rules, ["Ann"], 20_000, 3, NamedPlayer("best"))
    expected = solve(rules, aim(rules.scoring)).before_throw(rules.in_play)
    assert abs(found.mean_score - expected) < 4 * found.standard_error


def test_insurance_is_worth_more_than_throwing_again() -> None:
    rules = variant("high-rollers")
    insured = solve(rules, aim("golf")).before_throw(rules.in_play)
    again = solve(variant("doubles"), aim("golf")).before_throw(rules.in_play)
    assert insured < again


def test_what_can_be_kept() -> None:
    """No more markers than tiles that the turn has shut; at its start none."""
    battle = RuleSet(match="relay", pass_box="each_throw", doubles="extra")
    most = [
        [
            len(turn_states(rules, SubBox(rules.in_play)).memories_with(tiles))
            for tiles in (1, 3, 63)
        ]
        for rules in (INSURED, EXTRA, RuleSet(tiles=6), battle)
    ]
    assert most == [[6, 5, 1], [2, 2, 1], [1, 1, 1], [1, 1, 1]]
