"""To win the match: up to the round's end against exact fractions, and what that is good for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from boxctl.odds.aims import Aim, aim
from boxctl.odds.match.match_aims import MatchAims, aim_to_win
from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.match.rest_of_totals import RestOfMatch
from boxctl.odds.match.round_game import RollOffs
from boxctl.odds.match.turn_sums import OtherPlayers, PlayerTotal
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import Best
from boxctl.odds.turn import solve
from boxctl.referee.scoresheet import Ending, new_sheet
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, RuleSet, ShutWins, Ties
from boxctl.rules.tiles import NO_TILES, numbers, tile_range, tile_set
from boxctl.rules.variants import variant
from tests.support.odds.exact_distribution import chances_of_ends, chances_of_scores
from tests.support.odds.exact_odds import ExactTurn, second_rules
from tests.support.second_reading import in_play, score_of

TOURNAMENT = RuleSet(tiles=4, dice=Dice(2, 4), match="tournament", target=14)
KNOCKOUT = replace(TOURNAMENT, match="knockout")
SHUT_WINS: tuple[ShutWins, ...] = ("round", "match")
TIES: tuple[Ties, ...] = ("share", "roll_off")
ALL_RULES = [
    replace(rules, shut_wins=wins, ties=ties)
    for rules in (TOURNAMENT, KNOCKOUT)
    for wins in SHUT_WINS
    for ties in TIES
]


def table(totals: tuple[int, ...], *made: int) -> MatchTable:
    return MatchTable(totals, made, (False,) * len(totals))


def low_scores(rules: RuleSet) -> dict[int, float]:
    ends = chances_of_ends(rules, Best(solve(rules, aim(rules.scoring))))
    return chances_of_scores(ends, rules.scoring)


def second_of_two(rules: RuleSet) -> Callable[[int, int], float]:
    """The second player's chance to win, these being the totals at a round's end."""
    rest = RestOfMatch(rules, low_scores(rules))
    tied = RollOffs(ScoredTurn(rules)).chances((0, 0))[1] if rules.ties == "roll_off" else 0.5
    target = rules.target
    assert target is not None

    @cache
    def against(first: int) -> Callable[[int], float]:
        (worth,) = rest.worths([OtherPlayers((PlayerTotal(first, played=True),), ())])
        return worth

    def chance(first: int, second: int) -> float:
        if first < target and second < target:
            return against(first)(second)
        # In a knockout of two the one who is left has less, too.
        return tied if first == second else float(second < first)

    return chance


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("totals", [(0, 0), (12, 9), (5, 13), (13, 13)])
def test_a_round_of_two_against_exact_fractions(rules: RuleSet, totals: tuple[int, int]) -> None:
    """What one wins the other loses, so the first player's worth is what the second leaves."""
    second, over = second_rules(rules), second_of_two(rules)
    match_won = rules.shut_wins == "match"

    def reply(first: int) -> Fraction:
        def end(left: frozenset[int]) -> Fraction:
            if not left and match_won:
                return Fraction(1)
            return Fraction(over(totals[0] + first, totals[1] + score_of(second, left)))

        return ExactTurn(second, end).value(in_play(second))

    known = cache(reply)
    odds, full = MatchAims(rules), rules.in_play
    for made in (1, 6, 10):
        found = solve(rules, odds.aim(table(totals, made))).before_throw(full)
        assert found == pytest.approx(float(known(made)), abs=1e-12)

    def end(left: frozenset[int]) -> Fraction:
        return Fraction(1) if not left and match_won else 1 - known(score_of(second, left))

    exact = ExactTurn(second, end).value(in_play(second))
    found = solve(rules, odds.aim(table(totals))).before_throw(full)
    assert found == pytest.approx(float(exact), abs=1e-12)


def test_a_single_round_is_the_same_with_or_without_a_table() -> None:
    rules = RuleSet(tiles=5)
    odds = MatchAims(rules)
    for scores, beat, to_come in (((), None, 2), ((4,), 4, 1), ((4, 9), 4, 0)):
        found = odds.aim(table((0, 0, 0), *scores))
        same = aim_to_win(rules, beat, to_come)
        assert all(found.end(left) == same.end(left) for left in range(32))
    tied = odds.aim(table((0, 0, 0), 4, 4))
    assert tied.end(tile_set((4,))) == pytest.approx(1 / 3)


class TestPlayingForTheMatch:
    """With 90 of 100 each, whoever makes the tenth point may lose the match by it."""

    RULES = variant("tournament")

    def test_no_score_counts_but_by_who_wins(self) -> None:
        last = MatchAims(self.RULES).aim(table((95, 95), 7))
        assert [last.end(tile_set(left)) for left in ((5,), (1, 6), (8,), (9,))] == [1, 0.5, 0, 0]

    def test_far_from_the_end_it_is_close_to_playing_for_a_low_score(self) -> None:
        begun = MatchAims(self.RULES).aim(table((0, 0), 11))
        worths = [begun.end(tile_set(left)) for left in ((), (5,), (5, 6), (5, 6, 9))]
        assert worths == sorted(worths, reverse=True)
        assert worths[0] - worths[1] == pytest.approx(worths[1] - worths[2], rel=0.25)

    def test_who_is_the_last_one_in_has_nothing_to_play_for(self) -> None:
        knocked = MatchAims(variant("last-standing")).aim(table((44, 2), 3))
        assert {knocked.end(left) for left in range(tile_range(9))} == {1.0}


def chance_by(rules: RuleSet, second: Callable[[MatchTable], Aim]) -> float:
    """The second player's chance to win a tournament of two by these aims; the first plays low."""
    low, over = low_scores(rules), second_of_two(rules)
    target = rules.target
    assert target is not None
    known: dict[tuple[int, int], float] = {}
    for totals in ((one, two) for one in range(target)[::-1] for two in range(target)[::-1]):
        same, added = 0.0, 0.0
        for theirs, chance in low.items():
            odds = solve(rules, second(table(totals, theirs)))
            for left, part in chances_of_ends(rules, Best(odds)).items():
                after = totals[0] + theirs, totals[1] + sum(numbers(left))
                if after == totals:
                    same += chance * part
                else:
                    added += chance * part * (known[after] if after in known else over(*after))
        known[totals] = added / (1 - same)
    return known[0, 0]


@pytest.mark.full
def test_it_wins_more_than_playing_for_a_low_score() -> None:
    """Over a whole match, worked out along every pair of totals."""
    rules = RuleSet(tiles=5, match="tournament", target=9)
    odds = MatchAims(rules)
    to_win = chance_by(rules, odds.aim)
    low = chance_by(rules, lambda table: aim("golf"))
    assert low == pytest.approx(0.5)
    assert to_win > low + 0.0009


def to_the_very_end(rules: RuleSet) -> dict[tuple[int, int], float]:
    """The first player's chance where a round begins, both playing to win the whole match."""
    turn, over = ScoredTurn(rules), second_of_two(rules)
    target = rules.target
    assert target is not None
    known: dict[tuple[int, int], float] = {}

    def second_wins(first: int, second: int) -> float:
        return 1 - known[first, second] if (first, second) in known else over(first, second)

    for totals in ((one, two) for one in range(target)[::-1] for two in range(target)[::-1]):
        known[totals] = 0.5
        # Where both shut the box the round begins as it was: the worth is worked out anew.
        for _ in range(8):
            prizes = [
                {made: second_wins(totals[0] + theirs, totals[1] + made) for made in turn.scores}
                for theirs in turn.scores
            ]
            replies = turn.play([Prize(prize, prize) for prize in prizes])
            first = {
                made: 1 - sum(part * prize[reply] for reply, part in scores.played.items())
                for made, prize, scores in zip(turn.scores, prizes, replies, strict=True)
            }
            (scores,) = turn.play([Prize(first, first)])
            known[totals] = sum(part * first[made] for made, part in scores.played.items())
    return known


def test_rounds_to_come_are_weighed_well() -> None:
    """Against a match that both play for the win to its very end: within a tenth of a percent."""
    rules = RuleSet(tiles=5, match="tournament", target=9)
    odds = MatchAims(rules)
    for totals, chance in to_the_very_end(rules).items():
        found = solve(rules, odds.aim(table(totals))).before_throw(rules.in_play)
        assert found == pytest.approx(chance, abs=0.001)


class TestTheRefereesSheet:
    def test_within_a_round(self) -> None:
        sheet = new_sheet(variant("tournament"), 3, starter=1)
        for made in (10, 20, 30, 4):
            sheet, _round_over, _match_over = sheet.after_turn(made, Ending.PLAYED, NO_TILES)
        assert table_of(sheet) == MatchTable((10, 20, 30), (4,), (False, False, True))

    def test_without_those_who_are_out(self) -> None:
        sheet = new_sheet(variant("last-standing"), 3)
        for made in (10, 50, 20):
            sheet, _round_over, _match_over = sheet.after_turn(made, Ending.PLAYED, NO_TILES)
        assert table_of(sheet) == MatchTable((10, 20), (), (False, False))

    def test_in_a_roll_off(self) -> None:
        sheet = new_sheet(replace(variant("classic"), ties="roll_off"), 3, starter=2)
        for made in (10, 30, 10, 8):
            sheet, _round_over, _match_over = sheet.after_turn(made, Ending.PLAYED, NO_TILES)
        assert table_of(sheet) == MatchTable((10, 10), (8,), (True, False), rolling_off=True)


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        (variant("classic"), table((0, 0), 3, 4)),
        (variant("tournament"), table((100, 2))),
    ],
)
def test_a_table_that_is_none(rules: RuleSet, at: MatchTable) -> None:
    with pytest.raises(RuleFault, match="BX705"):
        MatchAims(rules).aim(at)


def test_a_match_that_scores_do_not_win() -> None:
    with pytest.raises(RuleFault, match="BX705"):
        MatchAims(variant("relay"))
