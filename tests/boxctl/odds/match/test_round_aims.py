"""To win the round: against exact fractions, and what the other players leave."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from boxctl.odds.match import round_game
from boxctl.odds.match.match_aims import MatchAims, aim_to_be_first, aim_to_win, game_of_round
from boxctl.odds.match.match_table import MatchTable, RoundStanding, SeatInRound
from boxctl.odds.prizes import scored_turn
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.odds.turn import solve
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import SCORINGS, Doubles, RuleSet, Scoring
from boxctl.rules.tiles import tile, tile_set
from boxctl.rules.variants import variant
from tests.support.odds.exact_odds import ExactTurn, Worth, second_rules
from tests.support.second_reading import Rules, Tiles, in_play, legal, score_of

SMALL = RuleSet(tiles=6, one_die="high_tiles_shut")


def at_the_start(rules: RuleSet, beat: int | None, to_come: int) -> float:
    return solve(rules, aim_to_win(rules, beat, to_come)).before_throw(rules.in_play)


def beating(rules: Rules, beat: int) -> Worth:
    def end(left: Tiles) -> Fraction:
        made = score_of(rules, left)
        return Fraction(1 if made < beat or not left else 0) or Fraction(made == beat, 2)

    return end


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_last_player_against_exact_fractions(scoring: Scoring) -> None:
    rules = replace(SMALL, scoring=scoring)
    second = second_rules(rules)
    for beat in (0, 1, 3, 5, 21, 46):
        exact = ExactTurn(second, beating(second, beat)).value(in_play(second))
        assert at_the_start(rules, beat, 0) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("scoring", SCORINGS[:2])
def test_the_first_of_two_against_exact_fractions(scoring: Scoring) -> None:
    """What one wins the other loses, so the first player's worth is what the second leaves."""
    rules = replace(SMALL, scoring=scoring)
    second = second_rules(rules)
    replies: dict[int, Fraction] = {}

    def end(left: Tiles) -> Fraction:
        made = score_of(second, left)
        if not left:
            return Fraction(1)
        if made not in replies:
            reply = ExactTurn(second, beating(second, made))
            replies[made] = 1 - reply.value(in_play(second))
        return replies[made]

    exact = ExactTurn(second, end).value(in_play(second))
    assert at_the_start(rules, None, 1) == pytest.approx(float(exact), rel=1e-12)


def test_a_score_that_cannot_be_beaten_is_not_played_for() -> None:
    """With 1, 2 and 5 to be moved and 3 to beat, a sure 2 is better than the hope for 0."""
    rules = variant("classic")
    to_win = solve(rules, aim_to_win(rules, beat=3, to_come=0), tile_set((1, 2, 5)))
    answer = to_win.after_throw(tile_set((1, 2, 5)), (1, 5))
    assert answer.moves[0].move.tiles == tile_set((1, 5))
    assert answer.value == 1


def test_players_to_come_lower_the_chance() -> None:
    chances = [at_the_start(SMALL, None, to_come) for to_come in range(4)]
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)
    assert chances[3] > 1 / 6


def test_a_shut_box_does_not_end_a_tournament_s_round() -> None:
    tournament = replace(SMALL, match="tournament")
    assert at_the_start(tournament, 0, 0) < at_the_start(SMALL, 0, 0)
    assert at_the_start(replace(tournament, shut_wins="match"), 0, 0) == at_the_start(SMALL, 0, 0)


class TestAStopNumberThatEndsTheMatch:
    """R5.2: the lowest score wins if every player has had a turn; else nobody wins."""

    RULES = replace(SMALL, stop_number=7, stops="match")

    def test_the_last_player(self) -> None:
        """The match is over after this turn anyhow: it is played as if only the turn were."""
        turn = replace(self.RULES, stops="turn")
        assert at_the_start(self.RULES, 9, 0) == pytest.approx(at_the_start(turn, 9, 0), rel=1e-14)

    @pytest.mark.parametrize(
        "number",
        [7, pytest.param(2, marks=pytest.mark.full), pytest.param(12, marks=pytest.mark.full)],
    )
    def test_the_first_of_two_against_exact_fractions(self, number: int) -> None:
        rules = replace(self.RULES, stop_number=number)
        second = second_rules(rules)

        def end(left: Tiles) -> Fraction:
            reply = ExactTurn(second, beating(second, score_of(second, left)))
            return 1 - reply.value(in_play(second)) if left else Fraction(1)

        exact = ExactTurn(second, cache(end), stopped=lambda left: Fraction(0))
        worth = exact.value(in_play(second))
        assert at_the_start(rules, None, 1) == pytest.approx(float(worth), rel=1e-12)

    def test_of_three_nobody_wins_if_the_second_is_stopped(self) -> None:
        odds = solve(self.RULES, aim_to_win(self.RULES, 9, 1), tile_set((3, 6)))
        stopped = [odds.after_throw(tile_set(left), (3, 4)).value for left in ((3,), (3, 6))]
        assert stopped == [0, 0]

    def test_the_last_may_be_stopped_with_less_than_the_others(self) -> None:
        odds = solve(self.RULES, aim_to_win(self.RULES, 9, 0), tile_set((3, 6)))
        stopped = [odds.after_throw(tile_set(left), (3, 4)).value for left in ((3,), (3, 6))]
        assert stopped == [1, 0.5]
        higher = replace(self.RULES, scoring="digital")
        odds = solve(higher, aim_to_win(higher, 9, 0), tile_set((3, 6)))
        assert odds.after_throw(tile_set((3, 6)), (3, 4)).value == 0

    def test_a_roll_off_is_not_ended_by_it(self) -> None:
        """There a stop number ends the turn, so who is stopped first may still be beaten."""
        rolled = MatchAims(self.RULES).aim(MatchTable((0, 0), (), (False, False), rolling_off=True))
        assert rolled.stopped(tile(6)) == rolled.end(tile(6)) < 1


class TestAnOpeningThatLosesTheMatch:
    """R5.1 with opening_lost = match: who loses it is not ranked, and the others play on."""

    RULES = replace(SMALL, opening_tile=2, opening_lost="match")

    @pytest.mark.parametrize("doubles", ["none", "extra", "insurance"])
    def test_the_last_player_and_the_first_of_two_against_exact_fractions(
        self, doubles: Doubles
    ) -> None:
        rules = replace(self.RULES, tiles=5, doubles=doubles)
        second = second_rules(rules)

        def last(beat: int) -> ExactTurn:
            ranked = beating(second, beat)
            return ExactTurn(
                second, lambda left: Fraction(0) if left == in_play(second) else ranked(left)
            )

        def end(left: Tiles) -> Fraction:
            if left == in_play(second):
                return Fraction(0)
            reply = last(score_of(second, left))
            return 1 - reply.value(in_play(second)) if left else Fraction(1)

        for beat in (1, 5, 14):
            worth = float(last(beat).value(in_play(second)))
            assert at_the_start(rules, beat, 0) == pytest.approx(worth, rel=1e-12)
        worth = float(ExactTurn(second, cache(end)).value(in_play(second)))
        assert at_the_start(rules, None, 1) == pytest.approx(worth, rel=1e-12)

    def test_nobody_wins_if_all_lose_it(self) -> None:
        throws = list(product(range(1, 7), repeat=2))
        second = second_rules(self.RULES)
        lost = sum(not legal(second, in_play(second), throw, first=True) for throw in throws) / 36
        game = game_of_round(self.RULES, ScoredTurn(self.RULES))
        for players in (1, 2, 3):
            chances = game.known(RoundStanding(None, (), (SeatInRound(),) * players)).chances
            assert sum(chances) == pytest.approx(1 - lost**players, rel=1e-12)

    def test_a_roll_off_knows_no_such_loss(self) -> None:
        table = MatchTable((0, 0), (), (False, False), rolling_off=True)
        rolled = MatchAims(self.RULES).aim(table)
        assert rolled.end(self.RULES.in_play) > 0
        begun = replace(table, rolling_off=False)
        assert MatchAims(self.RULES).aim(begun).end(self.RULES.in_play) == 0


class TestFirstToShut:
    def test_two_players(self) -> None:
        rules = variant("lucky-seven")
        odds = solve(rules, aim_to_be_first(rules, 2))
        assert odds.before_throw(tile(7)) == pytest.approx(6 / 11)
        assert odds.after_throw(tile(7), (1, 1)).value == pytest.approx(5 / 11)

    def test_alone(self) -> None:
        rules = variant("lucky-seven")
        assert solve(rules, aim_to_be_first(rules, 1)).before_throw(tile(7)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("rules", "to_come"),
    [(variant("relay"), 0), (variant("lucky-seven"), 0), (SMALL, 8)],
)
def test_what_is_not_won_by_scores(rules: RuleSet, to_come: int) -> None:
    with pytest.raises(RuleFault, match="BX705"):
        aim_to_win(rules, 5, to_come)


FOUR = RoundStanding(None, (), tuple(map(SeatInRound, (False, True, False, True))))
SOLVED_TOGETHER = [
    SMALL,
    replace(SMALL, tiles=4, scoring="digital", ties="roll_off"),
    replace(SMALL, stop_number=7),
    replace(SMALL, tiles=4, doubles="insurance"),
    RuleSet(tiles=4, match="tournament"),
    replace(SMALL, stops="match", stop_number=7),
]


@pytest.mark.parametrize("rules", SOLVED_TOGETHER)
@pytest.mark.parametrize(
    "standing", [FOUR, replace(FOUR, best=3, holders=tuple(map(SeatInRound, (True, False))))]
)
def test_standings_solved_together_are_the_same_to_the_last_bit(
    rules: RuleSet, standing: RoundStanding, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    together = game_of_round(rules, ScoredTurn(rules))
    monkeypatch.setattr(round_game, "FEW", 1)
    found = together.prize(standing), together.known(standing)
    monkeypatch.setattr(round_game, "FEW", 10**9)
    monkeypatch.setattr(scored_turn, "WORTH_ARRAYS", 10**9)
    one_by_one = game_of_round(rules, ScoredTurn(rules))
    assert found == (one_by_one.prize(standing), one_by_one.known(standing))
