"""So many rounds (R7.11), out at once (R7.3), shut_bonus (R7.12): turn by turn in fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.odds.aims import aim
from boxctl.odds.match.game_with_bonus import GameWithBonus
from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.match.rest_of_totals import RestKnockedOut, RestOfRounds
from boxctl.odds.match.round_game import share
from boxctl.odds.prizes.scored_turn import ScoredTurn
from boxctl.odds.sampling import Best
from boxctl.odds.turn import solve
from boxctl.referee.scoresheet import Ending, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.tiles import NO_TILES
from boxctl.rules.variants import variant
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores
from tests.support.odds.turn_by_turn import Scores, TurnByTurn
from tests.support.soak import SOAK

SHUTS: Scores = {0: Fraction(1, 8), 1: Fraction(1, 4), 3: Fraction(3, 8), 4: Fraction(1, 4)}
NEVER_SHUTS: Scores = {1: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 4)}


ROUNDS = RuleSet(match="tournament", rounds=3)
AT_ONCE = RuleSet(match="knockout", target=6, knock_out="at_once")
MATCHES: list[tuple[RuleSet, Scores]] = [
    (ROUNDS, SHUTS),
    (replace(ROUNDS, shut_wins="match"), SHUTS),
    (AT_ONCE, NEVER_SHUTS),
    (replace(AT_ONCE, shut_wins="match"), SHUTS),
]


def rest_to_come(rules: RuleSet, scores: Scores) -> RestKnockedOut | RestOfRounds:
    chances = {made: float(part) for made, part in scores.items()}
    return (RestKnockedOut if rules.knock_out == "at_once" else RestOfRounds)(rules, chances)


@settings(deadline=None, max_examples=15 * SOAK)
@given(st.sampled_from(MATCHES), st.integers(2, 3), st.integers(0, 2),
       st.lists(st.sampled_from([1, 3, 4]), max_size=5))  # fmt: skip
def test_any_score_of_any_turn_against_exact_fractions(
    match: tuple[RuleSet, Scores], players: int, starter: int, made: list[int]
) -> None:
    rules, scores = match
    sheet = new_sheet(rules, players, starter % players)
    for score in made:
        sheet, _over, result = sheet.after_turn(score, Ending.PLAYED, NO_TILES)
        if result is not None:
            return
    exact = TurnByTurn(scores)
    table = table_of(sheet)
    (worth_of,) = rest_to_come(rules, scores).worths([table.others])
    for score in scores:
        if score or rules.shut_wins == "round":
            found = worth_of(table.totals[len(table.made)] + score)
            assert found == pytest.approx(float(exact.after(sheet, score)[sheet.seat]), abs=1e-12)


SMALL = RuleSet(tiles=4, dice=Dice(2, 4), match="tournament", rounds=2)


def table(totals: tuple[int, ...], *made: int, rounds_to_come: int = 0) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals), rounds_to_come=rounds_to_come)


class TestTheLastRoundOfTwo:
    """Only the lower total counts, so a lead of three is a score to beat, three higher."""

    def test_the_second_player_knows_what_to_beat(self) -> None:
        last = MatchAims(SMALL).aim(table((3, 5), 4))
        assert [last.end(left) for left in (0b0001, 0b0010, 0b0011, 0b0100)] == [1.0, 0.5, 0.0, 0.0]

    def test_the_first_player_knows_that_the_second_will(self) -> None:
        first, second = (MatchAims(SMALL).aim(one) for one in (table((0, 0)), table((0, 0), 4)))
        best = solve(SMALL, second).before_throw(SMALL.in_play)
        assert first.end(0b1000) == pytest.approx(1 - best, abs=1e-12)


def test_it_wins_more_than_playing_for_a_low_score() -> None:
    rules = RuleSet(tiles=6, match="tournament", rounds=1)
    low = chances_of_scores(chances_of_ends(rules, Best(solve(rules, aim("golf")))), rules.scoring)
    gains = []
    for beat in range(1, 12):
        to_win = MatchAims(rules).aim(table((0, 0), beat))
        least = sum(chance * (0.5 if made == beat else made < beat) for made, chance in low.items())
        gains.append(solve(rules, to_win).before_throw(rules.in_play) - least)
    assert min(gains) > -1e-12
    assert max(gains) > 0.005


def test_who_reaches_the_target_is_out_of_it() -> None:
    rules = replace(variant("last-standing"), knock_out="at_once")
    last = MatchAims(rules).aim(table((40, 2, 12), 3))
    assert last.end(0b111111111) == 0.0
    assert last.end(0) > 0.5


def test_rounds_that_nobody_can_look_ahead_to() -> None:
    with pytest.raises(RuleFault, match="BX708"):
        MatchAims(replace(variant("tournament"), rounds=100_000))


def test_totals_that_are_far_apart() -> None:
    ahead = MatchAims(SMALL).aim(table((0, 10**9), 3, rounds_to_come=1))
    assert {ahead.end(left) for left in (0, 0b1111)} == {0.0}


TO_A_TARGET = RuleSet(tiles=2, dice=Dice(2, 2), match="tournament", target=7)
BONUS: list[RuleSet] = [
    replace(TO_A_TARGET, match=match, shut_bonus=bonus)
    for match in ("tournament", "knockout")
    for bonus in (0, 1, 4, 10**9, "double", "double_once")
] + [
    replace(TO_A_TARGET, target=None, rounds=3, shut_bonus=bonus)
    for bonus in (0, 2, 10**9, "double", "double_once")
]
SCORES_OF_TWO: Scores = {
    0: Fraction(1, 16),
    1: Fraction(1, 4),
    2: Fraction(7, 16),
    3: Fraction(1, 4),
}


class TestAShutBoxThatCostsTheOther:
    """R7.12 with two players; scores of a turn are 0 to 3, as those of a box of two tiles."""

    @pytest.mark.parametrize("rules", BONUS, ids=lambda rules: f"{rules.match} {rules.shut_bonus}")
    @settings(deadline=None, max_examples=4 * SOAK)
    @given(made=st.lists(st.integers(0, 3), max_size=5), starter=st.integers(0, 1))
    def test_any_score_against_exact_fractions(
        self, rules: RuleSet, made: list[int], starter: int
    ) -> None:
        sheet = new_sheet(rules, 2, starter)
        for score in made:
            ending = Ending.PLAYED if score else Ending.SHUT
            sheet, _over, result = sheet.after_turn(score, ending, NO_TILES)
            if result is not None:
                return
        exact = TurnByTurn(SCORES_OF_TWO)
        table = table_of(sheet)
        chances = {score: float(part) for score, part in SCORES_OF_TWO.items()}
        assert rules.shut_bonus is not None
        game = GameWithBonus(rules, rules.shut_bonus, ScoredTurn(rules), share, chances)
        if table.made:
            (prize,) = game.prizes([table])
            for score, worth in prize.played.items():
                after = exact.after(sheet, score)[sheet.seat]
                assert worth == pytest.approx(float(after), abs=1e-12)

    def test_the_first_player_knows_that_the_second_will_play_to_win(self) -> None:
        rules = replace(SMALL, rounds=None, target=9, shut_bonus=3)
        aims = MatchAims(rules)
        first = aims.aim(table((4, 6)))
        for left, made in ((0b0000, 0), (0b0001, 1), (0b1000, 4), (0b1111, 10)):
            reply = solve(rules, aims.aim(table((4, 6), made)))
            best = reply.before_throw(rules.in_play)
            assert first.end(left) == pytest.approx(1 - best, abs=1e-12)

    def test_a_shut_box_makes_a_lead_that_no_score_makes(self) -> None:
        rules = replace(SMALL, rounds=1, shut_bonus=20)
        second = MatchAims(rules).aim(table((0, 12), 5))
        assert [second.end(left) for left in (0, 0b0001)] == [1.0, 0.0]

    def test_three_players_are_too_many(self) -> None:
        aims = MatchAims(replace(SMALL, shut_bonus=3))
        with pytest.raises(RuleFault, match="BX709"):
            aims.aim(table((0, 0, 0)))

    def test_a_target_that_is_too_far_away(self) -> None:
        with pytest.raises(RuleFault, match="BX708"):
            MatchAims(replace(SMALL, rounds=None, target=1000, shut_bonus=3))
