"""What a tie is worth: that who plays later in a roll-off is better off, and by how much."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from boxctl.odds.match.match_aims import MatchAims, aim_to_win
from boxctl.odds.match.match_table import MatchTable, SeatInRound
from boxctl.odds.match.round_game import RollOffs, share
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import SCORINGS, Dice, RuleSet, Scoring
from boxctl.rules.tiles import tile
from boxctl.rules.variants import variant
from tests.support.odds.exact_odds import ExactTurn, second_rules
from tests.support.second_reading import Rules, Tiles, in_play, score_of

EARLY, LATE = SeatInRound(early=True), SeatInRound()

SMALL = RuleSet(tiles=6, one_die="high_tiles_shut", ties="roll_off")


def chances(rules: RuleSet, players: int) -> tuple[float, ...]:
    return RollOffs(ScoredTurn(rules)).chances((0,) * players)


def first_of_two(rules: Rules, first_wins: Fraction) -> Fraction:
    """The first player's chance, if a tie is worth ``first_wins`` to that player."""

    def reply(beat: int) -> Fraction:
        def end(left: Tiles) -> Fraction:
            made = score_of(rules, left)
            return 1 - first_wins if made == beat else Fraction(made < beat)

        return ExactTurn(rules, end).value(in_play(rules))

    known = cache(reply)
    first = ExactTurn(rules, lambda left: 1 - known(score_of(rules, left)))
    return first.value(in_play(rules))


@pytest.mark.parametrize(
    "scoring",
    [
        # Its scores are far apart, so that its fractions are long: make test-all.
        pytest.param(scoring, marks=pytest.mark.full) if scoring == "digital" else scoring
        for scoring in SCORINGS
    ],
)
@pytest.mark.parametrize("changed", [SMALL, replace(SMALL, doubles="rethrow", stop_number=9)])
def test_of_two_against_exact_fractions(changed: RuleSet, scoring: Scoring) -> None:
    """The chances hold the equation of a roll-off that begins anew where both tie.

    It has one solution only: a step of it brings any two guesses nearer to each other.
    """
    rules = replace(changed, scoring=scoring)
    first, second = chances(rules, 2)
    exact = first_of_two(second_rules(rules), Fraction(first))
    assert first == pytest.approx(float(exact), abs=1e-13)
    assert first + second == pytest.approx(1, abs=1e-14)


def test_the_seats_are_not_alike() -> None:
    """So a tie is not worth the same to all who have part in it."""
    assert chances(variant("classic"), 2) == pytest.approx((0.49789178, 0.50210822), abs=1e-8)
    for players in (3, 4):
        found = chances(SMALL, players)
        assert sum(found) == pytest.approx(1, abs=1e-13)
        assert all(later > earlier for earlier, later in pairwise(found))


def test_early_seats_play_first_whoever_began_the_round() -> None:
    """Seat 2 has begun and seat 0 is the last: in the roll-off seat 0 is the first (R7.8)."""
    rolled = RollOffs(ScoredTurn(SMALL))
    first, second = rolled.chances((0, 0))
    assert rolled.tie((LATE, LATE)) == (first, second)
    assert rolled.tie((LATE, EARLY)) == (second, first)
    one, two, three = rolled.chances((0, 0, 0))
    assert rolled.tie((LATE, EARLY, EARLY)) == (three, one, two)


def test_a_tie_counts_what_the_roll_off_is_worth() -> None:
    second = chances(SMALL, 2)[1]
    assert aim_to_win(SMALL, 5, 0).end(tile(5)) == second
    assert aim_to_win(SMALL, 5, 0).end(tile(6)) == 0
    shared = replace(SMALL, ties="share")
    assert aim_to_win(shared, 5, 0).end(tile(5)) == 0.5


def test_a_box_shut_in_a_roll_off_wins_nothing_yet() -> None:
    assert aim_to_win(SMALL, None, 1).end(0) == 1
    rolled = MatchAims(SMALL).aim(MatchTable((0, 0), (), (False, False), rolling_off=True))
    assert 0.5 < rolled.end(0) < 1
    odds = solve(SMALL, rolled)
    assert odds.before_throw(SMALL.in_play) == pytest.approx(chances(SMALL, 2)[0], abs=1e-13)


def test_what_can_only_tie_for_ever_is_shared() -> None:
    rules = RuleSet(tiles=3, dice=Dice(1, 1), ties="roll_off")
    assert chances(rules, 3) == share((False,) * 3)
