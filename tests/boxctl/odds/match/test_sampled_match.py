"""Chances that are sampled: near the solved ones where there are such, and always the same.

One of twenty may lie outside what is said of it, none of thousands outside twice that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

import pytest

from boxctl.odds.aims import Aim
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.match.sampled_match import SampledMatch, aim_at_table, never_rising, within
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, RuleSet
from tests.support.soak import SOAK

FEW = 40_000
"""Turns for a question: those of some hundred matches for each score."""


def small(**changes: object) -> RuleSet:
    """Rules by which each throw shuts its tile or ends the turn: nobody has anything to choose."""
    return RuleSet(**{"tiles": 4, "dice": Dice(1, 4), **changes})  # type: ignore[arg-type]


def table(totals: tuple[int, ...], made: tuple[int, ...] = (), **others: object) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals), **others)  # type: ignore[arg-type]


def sure(rules: RuleSet, aim: Aim, left: int) -> float:
    """Within how much the worth of leaving these tiles is right."""
    return within(solve(rules, aim), lambda odds: odds.aim.end(left))


SOLVED = (
    (small(match="tournament", target=25), table((3, 7), (5,))),
    (small(match="tournament", target=25), table((3, 9, 7), (5, 1))),
    (small(match="tournament", target=25), table((9, 14), (7,), handicaps=(2, 0))),
    (small(match="tournament", rounds=4), table((3, 7, 0), (2, 6), rounds_to_come=2)),
    (small(match="tournament", target=25, target_ends="at_once"), table((3, 7), (5,))),
    (small(match="knockout", target=20), table((3, 9, 7), (5, 1))),
    (small(match="knockout", target=20, knock_out="at_once"), table((3, 9), (5,))),
    (small(match="tournament", target=25, shut_bonus=5), table((3, 9), (0,))),
    (small(match="rounds_won", wins=3), table((0, 0), wins=(1, 2))),
    (small(match="rounds_won", wins=3, first_player="loser"), table((0, 0), (3,), wins=(1, 1))),
    (small(match="rounds_won", wins=2, ties="fewest_tiles"), table((0, 0), wins=(0, 1))),
)


@pytest.mark.parametrize(("rules", "at"), SOLVED)
def test_sampled_chances_are_near_the_solved_ones(rules: RuleSet, at: MatchTable) -> None:
    sampled, solved = SampledMatch(rules, at, FEW).aim(), MatchAims(rules).aim(at)
    for left in range(1 << 4):
        assert abs(sampled.end(left) - solved.end(left)) < 2 * sure(rules, sampled, left)


CHOOSING = RuleSet(tiles=5, dice=Dice(2, 4), match="tournament", target=12)
"""Rules by which there is much to choose: of choices that are worth alike, chance seems to make one
the best."""

QUESTIONS: tuple[Callable[[TurnOdds], float], ...] = (
    lambda odds: odds.before_throw(0b11111),
    lambda odds: odds.after_throw(0b11111, (2, 3)).value,
    lambda odds: odds.before_throw(0b11),
    lambda odds: odds.before_throw(0b1000),
)


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        (CHOOSING, table((2, 5, 3), (3,))),
        (replace(CHOOSING, match="knockout"), table((6, 3, 5), (4,))),
    ],
    ids=["tournament", "knockout"],
)
def test_95_of_100_sampled_chances_lie_within_what_is_said(rules: RuleSet, at: MatchTable) -> None:
    solved = solve(rules, MatchAims(rules).aim(at))
    inside, errors = [], []
    for seed in range(10 * SOAK):
        odds = solve(rules, SampledMatch(rules, at, 25_000, seed).aim())
        for question in QUESTIONS:
            error = question(odds) - question(solved)
            inside.append(abs(error) <= within(odds, question))
            errors.append(error)
    assert fmean(inside) >= 0.9
    # What seems best because of its luck promises too much, by far less than is said anyway.
    assert abs(fmean(errors)) < 0.004


def test_the_value_of_a_turn_is_surer_than_that_of_a_score() -> None:
    rules, at = CHOOSING, table((2, 5, 3), (3,))
    odds = solve(rules, SampledMatch(rules, at, FEW).aim())
    of_turn, of_score = (
        within(odds, question) for question in (QUESTIONS[0], lambda odds: odds.aim.end(0b1000))
    )
    assert of_turn < of_score < 0.1


def test_no_score_is_worth_more_than_a_lower_one() -> None:
    assert never_rising([0.9, 0.5, 0.75, 0.1]) == [0.9, 0.625, 0.625, 0.1]
    assert never_rising([0.25, 0.5, 0.75]) == [0.5] * 3


def test_what_never_happens_in_the_matches_may_happen_all_the_same() -> None:
    rules, at = CHOOSING, table((2, 11, 3), (3,))
    odds = solve(rules, SampledMatch(rules, at, FEW).aim())
    assert odds.aim.end(0b11111) == 0
    assert 0 < within(odds, lambda odds: odds.aim.end(0b11111)) < 0.02


def test_the_same_question_has_the_same_answer() -> None:
    rules, at = small(match="tournament", target=25), table((9, 4, 3), handicaps=(1, 0, 0))
    one, other = (aim_at_table(rules, at, FEW) for _time in range(2))
    assert [one.end(left) for left in range(16)] == [other.end(left) for left in range(16)]
    assert sure(rules, one, 0b111) == sure(rules, other, 0b111)


def test_what_can_be_solved_is_not_sampled() -> None:
    rules = small(match="tournament", target=25)
    assert aim_at_table(rules, table((3, 7), (5,))).sampled is None


@pytest.mark.parametrize("first_player", ["rotate", "loser"])
def test_who_begins_counts_for_three_where_a_turn_may_end_the_match(first_player: str) -> None:
    changes = {"match": "tournament", "target": 25, "first_player": first_player}
    at = table((20, 23, 22), (1,))
    assert aim_at_table(small(**changes), at, FEW).sampled is None
    at_once = small(**changes, target_ends="at_once")
    stays = aim_at_table(
        small(**changes | {"first_player": "seat"}, target_ends="at_once"), at, FEW
    )
    sampled = aim_at_table(at_once, at, FEW)
    assert stays.sampled is None
    # Whoever is asked about may have to begin the next round, with 24 of 25.
    assert sampled.end(0b1) < stays.end(0b1) / 2


@pytest.mark.parametrize(
    ("changes", "at", "code"),
    [
        ({"match": "tournament", "target": 999_999}, table((0, 0)), "BX708"),
        (
            {"match": "tournament", "rounds": 900},
            table((0, 0, 0), handicaps=(1, 0, 0), rounds_to_come=899),
            "BX709",
        ),
    ],
)
def test_what_takes_too_many_turns_is_refused(
    changes: dict[str, object], at: MatchTable, code: str
) -> None:
    with pytest.raises(RuleFault) as refused:
        aim_at_table(small(**changes), at)
    assert refused.value.code == code
