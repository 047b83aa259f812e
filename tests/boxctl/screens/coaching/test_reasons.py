"""What the coach says is true: the tests' own reading of the rules counts it again."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.odds.aims import aim
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.post_mortem import Prospects, prospects
from boxctl.odds.turn import TurnOdds, solve
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import numbers, read_tiles, tile_range, write_tiles
from boxctl.rules.turn_memory import FRESH
from boxctl.rules.variants import variant
from boxctl.screens.coaching.reasons import ReasonKind, Worths, reason, why_better, why_worse
from tests.support.odds.exact_odds import ExactTurn, chance_to_shut, lowest, second_rules
from tests.support.second_reading import legal

UNSAID = Worths("", "")
"""Only a double that may be thrown again has its worths in the reason."""

SMALL = [
    replace(variant(name), tiles=7, down=variant(name).down_tiles & tile_range(7))
    for name in ("classic", "pub", "canoga", "subtract", "unlucky-seven", "missionary", "doubles")
]


@cache
def solved(rules: RuleSet) -> tuple[TurnOdds, TurnOdds, TurnOdds]:
    """The odds to win, to shut the box and for the least score."""
    to_win = MatchAims(rules).aim(MatchTable((0, 0), (9,), (False, False)))
    return solve(rules, to_win), solve(rules, aim("shut")), solve(rules, aim(rules.scoring))


@cache
def counted_again(rules: RuleSet) -> tuple[ExactTurn, ExactTurn]:
    second = second_rules(rules)
    return ExactTurn(second, chance_to_shut), ExactTurn(second, lowest(second))


def throws_that_play(rules: RuleSet, left: int, dice: int) -> tuple[int, int]:
    second, tiles = second_rules(rules), frozenset(numbers(left))
    every = list(product(range(1, rules.dice.sides + 1), repeat=dice))
    return sum(
        sum(throw) != rules.stop_number and bool(legal(second, tiles, throw, first=False))
        for throw in every
    ), len(every)


def ahead(rules: RuleSet, left: int) -> Prospects:
    to_win, shut, points = solved(rules)
    return prospects(to_win, left, FRESH, shut, points)


@settings(max_examples=150)
@given(
    st.sampled_from(SMALL),
    st.integers(1, 2**7 - 1),
    st.lists(st.integers(1, 6), min_size=2, max_size=2),
)
def test_what_is_said_of_two_moves_is_true(
    rules: RuleSet, open_now: int, throw: tuple[int, int]
) -> None:
    to_move = open_now & rules.in_play
    if not to_move or 2 not in allowed_counts(rules, to_move):
        return
    to_win = solved(rules)[0]
    listed = to_win.after_throw(to_move, throw).moves
    if len(listed) < 2:
        return
    best, worst = listed[0], listed[-1]
    ahead_of = [ahead(rules, to_move & ~one.move.tiles) for one in (best, worst)]
    why = reason(ahead_of[0], ahead_of[1], UNSAID, alike=worst.loss < 1e-9)
    assert_true(rules, why.kind, *ahead_of, better=why_better(why), worse=why_worse(why))


def assert_true(
    rules: RuleSet, kind: ReasonKind, one: Prospects, other: Prospects, *, better: str, worse: str
) -> None:
    shut, least = counted_again(rules)
    chances, scores, played = [], [], []
    for each in (one, other):
        tiles = frozenset(numbers(each.left))
        chances.append(float(shut.value(tiles)) if tiles else 1.0)
        scores.append(-float(least.value(tiles)) if tiles else 0.0)
        if each.plays is not None:
            counted = throws_that_play(rules, each.left, each.dice)
            assert (each.plays.throws, each.plays.of) == counted
            played.append(counted[0] / counted[1])
    match kind:
        case ReasonKind.SHUTS:
            assert not one.left
            assert other.left
        case ReasonKind.PLAYS:
            assert one.plays is not None
            assert other.plays is not None
            assert played[0] > played[1]
            kept = [number for number in numbers(one.left) if number not in numbers(other.left)]
            if named := re.match(r"keeps ([\d, and]+?)( together)?;", better):
                assert [int(number) for number in re.findall(r"\d+", named[1])] == kept
            said = re.search(r"(\d+) (?:of )?(\d+)?", better.rpartition(";")[2])
            if said and said[2]:
                assert (int(said[1]), int(said[2])) == (one.plays.throws, one.plays.of)
            assert ("most throws" in better) <= (played[0] > 0.5)
            assert ("every throw plays" in better) == (played[0] == 1)
            assert worse.startswith(f"leaves {write_tiles(other.left)}; ")
            assert ("only" in worse) <= (played[1] <= 0.5)
            if played[1]:
                assert f"{other.plays.throws} of {other.plays.of} throws" in worse
        case ReasonKind.SHUTS_OFTENER:
            said_chances = [float(part) / 100 for part in re.findall(r"([\d.]+)%", better)]
            assert said_chances == pytest.approx(chances, abs=6e-4)
            assert chances[0] > chances[1]
        case ReasonKind.FEWER_POINTS:
            said_scores = [float(part) for part in re.findall(r"\d+\.\d+", better)]
            assert said_scores == pytest.approx(scores, abs=6e-3)
            assert scores[0] < scores[1]
        case ReasonKind.ALIKE:
            assert ("fewer points" in better) <= (scores[0] < scores[1])
        case ReasonKind.AGAIN | ReasonKind.NOT_AGAIN:
            pytest.fail("both are moves")
        case ReasonKind.WINS_OFTENER:
            assert better == "wins more often"


def test_the_tiles_that_are_kept_and_those_that_are_left_are_named() -> None:
    rules = variant("classic")
    better, worse = (ahead(rules, read_tiles(left)) for left in ("3,7,8", "8,9"))
    why = reason(better, worse, UNSAID, alike=False)
    assert why_better(why) == "keeps 3 and 7 together; 18 of 36 throws still play"
    assert why_worse(why) == "leaves 8,9; only 9 of 36 throws play on"
