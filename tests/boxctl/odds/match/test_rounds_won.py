"""Rounds won of two players (R7.13), against a match solved by brute force in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, RuleSet
from tests.support.odds.exact_odds import ExactTurn, second_rules
from tests.support.second_reading import Tiles, in_play, score_of

BOXES = (
    {"tiles": 3, "dice": Dice(2, 3)},
    {"tiles": 4, "dice": Dice(1, 4)},
    {"tiles": 3, "dice": Dice(2, 3), "stop_number": 4},
    {"tiles": 3, "dice": Dice(2, 3), "scoring": "missionary"},
)


class ExactMatch:
    """Every round of it, from its last; a player is called by the seat, 0 or 1."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self.plain = rules, second_rules(rules)
        self.start = in_play(self.plain)
        self.chance = cache(self._chance)
        self.roll_off = cache(self._roll_off)

    def _chance(self, wins: tuple[int, int], begins: int) -> Fraction:
        """Seat 0's chance to win the match before a round that this seat begins."""
        if max(wins) >= self.rules.wins:
            over = [won >= self.rules.wins for won in wins]
            return Fraction(over[0], sum(over))
        return self.begun(wins, begins)

    def begun(self, wins: tuple[int, int], begins: int) -> Fraction:
        def first(left: Tiles) -> Fraction:
            if not left:
                return self.signed(self.after(wins, begins, left, None), begins)
            return -self.reply(wins, begins, left)

        return self.unsigned(ExactTurn(self.plain, first).value(self.start), begins)

    def reply(self, wins: tuple[int, int], begins: int, made: Tiles) -> Fraction:
        """What it is worth to the second player, who knows what the first has left."""
        second = 1 - begins

        def end(left: Tiles) -> Fraction:
            return self.signed(self.after(wins, begins, made, left), second)

        return ExactTurn(self.plain, end).value(self.start)

    @staticmethod
    def signed(chance: Fraction, seat: int) -> Fraction:
        """The worth to a seat of seat 0's chance; what one wins the other loses."""
        return chance if seat == 0 else -chance

    @staticmethod
    def unsigned(worth: Fraction, seat: int) -> Fraction:
        return worth if seat == 0 else -worth

    def after(
        self, wins: tuple[int, int], begins: int, first: Tiles, second: Tiles | None
    ) -> Fraction:
        """Seat 0's chance once these tiles were left; None for a player who had no turn."""
        other = 1 - begins
        made = {begins: score_of(self.plain, first)}
        if second is not None:
            made[other] = score_of(self.plain, second)
        scored_most = other in made and made[other] > made[begins]
        moves_on = {"seat": False, "rotate": True, "loser": scored_most}[self.rules.first_player]
        next_begins = other if moves_on else begins
        lowest = min(made.values())
        best = [seat for seat in made if made[seat] == lowest]
        if len(best) > 1 and self.rules.ties == "fewest_tiles":
            assert second is not None
            left = {begins: first, other: second}
            keys = {seat: (len(left[seat]), max(left[seat])) for seat in best}
            best = [seat for seat in best if keys[seat] == min(keys.values())]
        if len(best) > 1 and self.rules.ties == "roll_off":
            ends = [self.chance(plus(wins, [seat]), next_begins) for seat in (0, 1)]
            part = self.roll_off()
            return part * ends[0] + (1 - part) * ends[1]
        return self.chance(plus(wins, best), next_begins)

    def _roll_off(self) -> Fraction:
        """Seat 0's chance in a roll-off, found by trying what a further one is worth."""
        again = Fraction(1, 2)
        for _ in range(40):
            found = self._rolled(again)
            if abs(found - again) < Fraction(1, 10**13):
                break
            again = found.limit_denominator(10**18)
        return again

    def _rolled(self, again: Fraction) -> Fraction:
        def second(made: Tiles) -> ExactTurn:
            def end(left: Tiles) -> Fraction:
                one, other = score_of(self.plain, made), score_of(self.plain, left)
                return Fraction(other < one) if one != other else 1 - again

            return ExactTurn(self.plain, end)

        def first(left: Tiles) -> Fraction:
            return 1 - second(left).value(self.start)

        return ExactTurn(self.plain, first).value(self.start)


def plus(wins: tuple[int, int], best: list[int]) -> tuple[int, int]:
    first, second = (won + (seat in best) for seat, won in enumerate(wins))
    return first, second


def told(rules: RuleSet, wins: tuple[int, int], made: tuple[int, ...] = ()) -> float:
    """What the odds say that a turn is worth."""
    aims = MatchAims(rules)
    (prize,) = aims.prizes([MatchTable((0, 0), made, (False, False), wins=wins)])
    return aims.turn.worths_of_turn([list(prize.played.values())])[0]


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.parametrize("first_player", ["seat", "rotate", "loser"])
@pytest.mark.parametrize("ties", ["share", "roll_off", "fewest_tiles"])
def test_a_match_of_two_comes_to_what_brute_force_finds(
    box: dict[str, object], first_player: str, ties: str
) -> None:
    rules = RuleSet(match="rounds_won", wins=2, first_player=first_player, ties=ties, **box)  # type: ignore[arg-type]
    exact = ExactMatch(rules)
    for wins in ((0, 0), (1, 0), (0, 1), (1, 1)):
        assert told(rules, wins) == pytest.approx(float(exact.chance(wins, 0)), abs=1e-9)


def test_whoever_needs_one_round_and_plays_second_wins_by_a_lower_score() -> None:
    rules = RuleSet(tiles=3, dice=Dice(2, 3), match="rounds_won", wins=1)
    exact = ExactMatch(rules)
    reply = float(1 + exact.reply((0, 0), 0, frozenset({1, 2})))
    assert told(rules, (0, 0), made=(3,)) == pytest.approx(reply, abs=1e-9)


def test_more_rounds_than_can_be_weighed_are_refused() -> None:
    rules = RuleSet(tiles=12, match="rounds_won", wins=99)
    with pytest.raises(RuleFault, match="BX708"):
        told(rules, (0, 0))
