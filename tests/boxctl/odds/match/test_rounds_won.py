"""Rounds won of two players (R7.13), against a match solved by brute force in exact fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from boxctl.odds.match.match_aims import MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import Dice, FirstPlayer, RuleSet, Ties, turn_rank
from boxctl.rules.tiles import NO_TILES
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
        made = {begins: self.counted(begins, first)}
        if second is not None:
            made[other] = self.counted(other, second)
        scored_most = other in made and made[other] > made[begins]
        moves_on = {"seat": False, "rotate": True, "loser": scored_most}[self.rules.first_player]
        next_begins = other if moves_on else begins
        # A shut box wins at once, whatever the handicap.
        shut = [begins] if not first else [other] if second is not None and not second else []
        best = shut or [seat for seat in made if made[seat] == min(made.values())]
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

    def counted(self, seat: int, left: Tiles) -> int:
        return score_of(self.plain, left) + self.rules.handicap(seat)

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
                one, other = self.counted(0, made), self.counted(1, left)
                return Fraction(other < one) if one != other else 1 - again

            return ExactTurn(self.plain, end)

        def first(left: Tiles) -> Fraction:
            return 1 - second(left).value(self.start)

        return ExactTurn(self.plain, first).value(self.start)


def plus(wins: tuple[int, int], best: list[int]) -> tuple[int, int]:
    first, second = (won + (seat in best) for seat, won in enumerate(wins))
    return first, second


def table_of_two(rules: RuleSet, wins: tuple[int, int], made: tuple[int, ...] = ()) -> MatchTable:
    """A table at which these turns have counted so much, with the handicaps."""
    given = any(rules.handicaps)
    return MatchTable(
        (0, 0),
        made,
        (False, False),
        wins=wins,
        handicaps=rules.handicaps if given else (),
        point=turn_rank(rules, 1, NO_TILES) if given else 1,
    )


def told(rules: RuleSet, table: MatchTable) -> float:
    """What the odds say that a turn is worth."""
    aims = MatchAims(rules)
    (prize,) = aims.prizes([table])
    return aims.turn.worths_of_turn([list(prize.played.values())])[0]


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.parametrize("first_player", ["seat", "rotate", "loser"])
@pytest.mark.parametrize("ties", ["share", "roll_off", "fewest_tiles"])
def test_a_match_of_two_comes_to_what_brute_force_finds(
    box: dict[str, object], first_player: FirstPlayer, ties: Ties
) -> None:
    _compare(box, first_player, ties, ())


@pytest.mark.parametrize(("box", "handicaps"), [(BOXES[0], (1, 0)), (BOXES[3], (0, 2))])
@pytest.mark.parametrize("first_player", ["seat", "rotate", "loser"])
@pytest.mark.parametrize("ties", ["share", "roll_off", "fewest_tiles"])
def test_a_handicap_counts_in_every_round(
    box: dict[str, object], first_player: FirstPlayer, ties: Ties, handicaps: tuple[int, int]
) -> None:
    _compare(box, first_player, ties, handicaps)


def _compare(
    box: dict[str, object], first_player: FirstPlayer, ties: Ties, handicaps: tuple[int, ...]
) -> None:
    rules = RuleSet(**{"match": "rounds_won", "wins": 2, **box})  # type: ignore[arg-type]
    rules = replace(rules, first_player=first_player, ties=ties, handicaps=handicaps)
    exact = ExactMatch(rules)
    for wins in ((0, 0), (1, 0), (0, 1), (1, 1)):
        found = told(rules, table_of_two(rules, wins))
        assert found == pytest.approx(float(exact.chance(wins, 0)), abs=1e-9)


@pytest.mark.parametrize("handicaps", [(), (1, 0)])
@pytest.mark.parametrize("begins_next", [0, 1])
def test_a_roll_off_leads_to_the_round_after_it(
    begins_next: int, handicaps: tuple[int, ...]
) -> None:
    rules = RuleSet(tiles=3, dice=Dice(2, 3), match="rounds_won", wins=2, ties="roll_off")
    rules = replace(rules, first_player="rotate", handicaps=handicaps)
    exact, part = ExactMatch(rules), ExactMatch(rules).roll_off()
    wins, loses = (exact.chance(won, begins_next) for won in ((1, 1), (0, 2)))
    table = replace(table_of_two(rules, (0, 1)), rolling_off=True, begins_next=begins_next)
    expected = float(part * wins + (1 - part) * loses)
    assert told(rules, table) == pytest.approx(expected, abs=1e-9)
    (first,) = MatchAims(rules).prizes([table])
    for made, worth in first.played.items():
        second = replace(table, made=(made + rules.handicap(0),))
        # What one wins the other loses.
        assert worth == pytest.approx(1 - told(rules, second), abs=1e-9)


def test_whoever_needs_one_round_and_plays_second_wins_by_a_lower_score() -> None:
    rules = RuleSet(tiles=3, dice=Dice(2, 3), match="rounds_won", wins=1)
    exact = ExactMatch(rules)
    reply = float(1 + exact.reply((0, 0), 0, frozenset({1, 2})))
    assert told(rules, table_of_two(rules, (0, 0), made=(3,))) == pytest.approx(reply, abs=1e-9)


def test_more_rounds_than_can_be_weighed_are_refused() -> None:
    rules = RuleSet(tiles=12, match="rounds_won", wins=99)
    with pytest.raises(RuleFault, match="BX708"):
        told(rules, table_of_two(rules, (0, 0)))
