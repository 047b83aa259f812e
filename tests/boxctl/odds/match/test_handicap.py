"""Handicaps (R7.16) in the chance to win: every throw through the referee, and by the sheet."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from boxctl.odds.match.game_of_two import GameOfTwo, order_counts
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.match.round_game import share
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.odds.turn import solve
from boxctl.referee.scoresheet import Ending, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, FirstPlayer, RuleSet
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.players import NamedPlayer, SeatedPlayers
from tests.support.odds.refereed_odds import RefereedOdds, share_of
from tests.support.odds.turn_by_turn import Scores, TurnByTurn

SMALL = RuleSet(tiles=3, dice=Dice(2, 3))
ROUND_OF_TWO: list[RuleSet] = [
    SMALL,
    replace(SMALL, ties="roll_off"),
    replace(SMALL, ties="fewest_tiles"),
    replace(SMALL, stop_number=4, stops="match"),
    replace(SMALL, opening_tile=2, opening_lost="match", doubles="rethrow"),
    replace(SMALL, scoring="missionary", ties="roll_off"),
    replace(SMALL, match="tournament", rounds=1, shut_bonus="double_once"),
    replace(SMALL, match="tournament", rounds=1, shut_wins="match", ties="roll_off"),
    replace(SMALL, match="knockout", target=2),
    replace(SMALL, match="knockout", target=2, knock_out="at_once"),
]
PLAYERS = ["Ann", "Bob"]
BEST = NamedPlayer("best")


@pytest.mark.parametrize("handicaps", [(1, 0), (0, 2), (3, 1)])
@pytest.mark.parametrize("rules", ROUND_OF_TWO, ids=str)
def test_a_round_of_two_comes_to_what_the_referee_rules(
    rules: RuleSet, handicaps: tuple[int, int]
) -> None:
    rules = replace(rules, handicaps=handicaps)
    robots = SeatedPlayers([BEST.player(rules, Random(1)) for _ in PLAYERS])
    ruled = RefereedOdds(rules, PLAYERS, share_of("Ann"), robots).first_turn()
    aim = MatchAims(rules).aim(table_of(new_sheet(rules, 2)))
    assert solve(rules, aim).before_throw(rules.in_play) == pytest.approx(ruled, abs=1e-9)


SCORES: Scores = {0: Fraction(1, 16), 1: Fraction(1, 4), 2: Fraction(7, 16), 3: Fraction(1, 4)}
"""Those of a turn in the rounds to come; of a box with two tiles."""

TWO_TILES = RuleSet(tiles=2, dice=Dice(2, 2), match="tournament")
MATCHES: list[RuleSet] = [
    replace(TWO_TILES, rounds=3),
    replace(TWO_TILES, rounds=3, shut_wins="match"),
    replace(TWO_TILES, rounds=2, shut_bonus="double"),
    replace(TWO_TILES, target=7),
    replace(TWO_TILES, target=9, shut_wins="match"),
    replace(TWO_TILES, target=7, shut_bonus=4),
    replace(TWO_TILES, match="knockout", target=8),
    replace(TWO_TILES, match="knockout", target=6, shut_bonus="double_once"),
    replace(TWO_TILES, match="knockout", target=8, knock_out="at_once"),
    replace(TWO_TILES, match="knockout", target=7, knock_out="at_once", shut_wins="match"),
]


ENDS_IN_A_TURN = [
    replace(TWO_TILES, rounds=3, shut_wins="match"),
    replace(TWO_TILES, target=9, shut_wins="match"),
    replace(TWO_TILES, target=8, target_ends="at_once"),
    replace(TWO_TILES, target=7, target_ends="at_once", shut_wins="match"),
    replace(TWO_TILES, match="knockout", target=7, shut_wins="match"),
    replace(TWO_TILES, match="knockout", target=8, knock_out="at_once"),
    replace(TWO_TILES, match="knockout", target=7, knock_out="at_once", shut_wins="match"),
]


@pytest.mark.parametrize("handicaps", [(1, 0), (0, 2), (2, 1)])
@pytest.mark.parametrize(
    "rules", [*MATCHES, replace(TWO_TILES, target=8, target_ends="at_once")], ids=str
)
def test_rounds_to_come_by_brute_force(rules: RuleSet, handicaps: tuple[int, int]) -> None:
    _compare(replace(rules, handicaps=handicaps))


@pytest.mark.parametrize("handicaps", [(), (1, 0), (0, 2)])
@pytest.mark.parametrize("first_player", ["rotate", "loser"])
@pytest.mark.parametrize("rules", ENDS_IN_A_TURN, ids=str)
def test_who_begins_further_rounds_counts_where_a_turn_may_end_the_match(
    rules: RuleSet, first_player: FirstPlayer, handicaps: tuple[int, ...]
) -> None:
    rules = replace(rules, first_player=first_player, handicaps=handicaps)
    assert order_counts(rules)
    _compare(rules)


@pytest.mark.parametrize("rules", MATCHES[::3], ids=str)
def test_who_begins_further_rounds_counts_nowhere_else(rules: RuleSet) -> None:
    _compare(replace(rules, first_player="loser", handicaps=(1, 0)))


def test_a_match_of_two_is_solved_with_who_begins() -> None:
    """With 7 of 8 points each, the first who does not shut the box loses; 5 of 8 turns do."""
    rules = RuleSet(tiles=2, dice=Dice(2, 2), match="tournament", target=8, target_ends="at_once")
    stays, moves_on = (
        MatchAims(replace(rules, first_player=first)).aim(MatchTable((6, 7), (1,), (False, False)))
        for first in ("seat", "rotate")
    )
    shuts = 5 / 8
    assert stays.end(NO_TILES) == pytest.approx(1 / (1 + shuts))
    # The turns of the other are the second and third, the sixth and seventh, and so on.
    fails = sum(shuts**turn for turn in range(200) if turn % 4 in (1, 2)) * (1 - shuts)
    assert moves_on.end(NO_TILES) == pytest.approx(fails)


def _compare(rules: RuleSet) -> None:
    """Compare every score of every second turn with a match that is played turn by turn."""
    exact = TurnByTurn(SCORES)
    chances = {made: float(part) for made, part in SCORES.items()}
    game = GameOfTwo(rules, ScoredTurn(rules), share, chances)
    for first_made in SCORES:
        for starter in range(2):
            begun = new_sheet(rules, 2, starter)
            ending = Ending.PLAYED if first_made else Ending.SHUT
            sheet, _over, result = begun.after_turn(first_made, ending, NO_TILES)
            if result is not None:
                continue
            prize = game.prize(table_of(sheet))
            for made, worth in prize.played.items():
                expected = exact.after(sheet, made)[sheet.seat]
                assert worth == pytest.approx(float(expected), abs=1e-9)


def test_the_first_player_knows_that_the_second_plays_to_win() -> None:
    rules = replace(SMALL, match="tournament", target=9, handicaps=(0, 2))
    aims = MatchAims(rules)
    first = aims.aim(MatchTable((4, 6), (), (False, False), handicaps=(0, 2)))
    for left, made in ((0b001, 1), (0b100, 3), (0b111, 6)):
        second = MatchTable((4, 6), (made,), (False, False), handicaps=(0, 2))
        best = solve(rules, aims.aim(second)).before_throw(rules.in_play)
        assert first.end(left) == pytest.approx(1 - best, abs=1e-12)


def test_three_players_in_rounds_are_too_many() -> None:
    rules = replace(SMALL, match="tournament", handicaps=(1, 0, 0))
    with pytest.raises(RuleFault, match="BX709"):
        MatchAims(rules).aim(table_of(new_sheet(rules, 3)))


def test_a_large_handicap_leaves_nothing_but_a_shut_box() -> None:
    rules = replace(RuleSet(), handicaps=(999, 0))
    aim = MatchAims(rules).aim(table_of(new_sheet(rules, 2)))
    assert [aim.end(left) for left in (0, 0b1)] == [1.0, 0.0]


def test_a_round_of_three_is_a_game_of_all() -> None:
    rules = replace(SMALL, handicaps=(0, 4, 1), ties="roll_off")
    players = ["Ann", "Bob", "Cy"]
    robots = SeatedPlayers([BEST.player(rules, Random(1)) for _ in players])
    ruled = RefereedOdds(rules, players, share_of("Ann"), robots).first_turn()
    aim = MatchAims(rules).aim(table_of(new_sheet(rules, 3)))
    assert solve(rules, aim).before_throw(rules.in_play) == pytest.approx(ruled, abs=1e-9)
