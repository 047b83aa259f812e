"""Rounds to come, against a plain recursion over all totals in exact fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.odds.match import rest_of_totals
from boxctl.odds.match.rest_of_totals import RestOfMatch
from boxctl.odds.match.turn_sums import OtherPlayers, PlayerTotal
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet, ShutWins
from boxctl.rules.variants import variant
from tests.support.odds.chance_in_rounds import chance_in_rounds
from tests.support.soak import SOAK

SCORES = {0: Fraction(1, 8), 1: Fraction(1, 4), 3: Fraction(3, 8), 4: Fraction(1, 4)}
TARGET = 6
TOURNAMENT = RuleSet(match="tournament", target=TARGET)
KNOCKOUT = RuleSet(match="knockout", target=TARGET)
SHUT_WINS: tuple[ShutWins, ...] = ("round", "match")
ALL_RULES = [
    replace(rules, shut_wins=wins)
    for rules in (TOURNAMENT, KNOCKOUT)
    for wins in ("round", "match")
]

Win = tuple[Fraction, ...]
Totals = tuple[int | None, ...]  # None for one who is out


class ByHand:
    """R7.2, R7.3 and R7.7 as they stand, one turn after the other."""

    def __init__(self, rules: RuleSet) -> None:
        self.knockout = rules.match == "knockout"
        self.shut_wins = rules.shut_wins == "match"
        self.from_round = cache(self._from_round)

    def _from_round(self, totals: Totals) -> Win:
        """A round is to begin. Where all score nothing it begins again as it was."""
        seats = [seat for seat, total in enumerate(totals) if total is not None]
        again = Fraction(0)
        added = [Fraction(0)] * len(totals)
        for made in product(SCORES, repeat=len(seats)):
            part, after = Fraction(1), list(totals)
            won = None
            for seat, score in zip(seats, made, strict=True):
                part *= SCORES[score]
                after[seat] = (totals[seat] or 0) + score
                if score == 0 and self.shut_wins and won is None:
                    won = seat
            if won is not None:
                added[won] += part
            elif not any(made):
                again += part
            else:
                worths = self.round_over(tuple(after))
                added = [one + part * worth for one, worth in zip(added, worths, strict=True)]
        return tuple(one / (1 - again) for one in added)

    def round_over(self, totals: Totals) -> Win:
        inside = {seat: total for seat, total in enumerate(totals) if total is not None}
        below = [seat for seat, total in inside.items() if total < TARGET]
        if self.knockout and len(below) == 1:
            return self.share(totals, below)
        if not below if self.knockout else len(below) < len(inside):
            lowest = min(inside.values())
            return self.share(totals, [seat for seat in inside if inside[seat] == lowest])
        return self.from_round(
            tuple(total if seat in below else None for seat, total in enumerate(totals))
        )

    def share(self, totals: Totals, winners: list[int]) -> Win:
        seats = range(len(totals))
        return tuple(Fraction(seat in winners, len(winners)) for seat in seats)

    def in_round(self, players: tuple[PlayerTotal, ...]) -> Win:
        """Some have played in this round; the first of the others is to throw."""
        to_play = [seat for seat, player in enumerate(players) if not player.played]
        if not to_play:
            return self.round_over(tuple(player.total for player in players))
        seat = to_play[0]
        added = [Fraction(0)] * len(players)
        for score, part in SCORES.items():
            if score == 0 and self.shut_wins:
                worths: Win = tuple(Fraction(one == seat) for one in range(len(players)))
            else:
                total = players[seat].total + score
                after = (*players[:seat], PlayerTotal(total, played=True), *players[seat + 1 :])
                worths = self.in_round(after)
            added = [one + part * worth for one, worth in zip(added, worths, strict=True)]
        return tuple(added)


BY_HAND = {rules: ByHand(rules) for rules in ALL_RULES}
CHANCES = {score: float(part) for score, part in SCORES.items()}
TO_COME = {rules: RestOfMatch(rules, CHANCES) for rules in ALL_RULES}


def chance(rules: RuleSet, place: int, players: tuple[PlayerTotal, ...]) -> float:
    return chance_in_rounds(TO_COME[rules], rules, CHANCES, place, players)


@settings(deadline=None, max_examples=20 * SOAK)
@given(st.sampled_from(ALL_RULES), st.lists(st.integers(0, TARGET - 1), min_size=2, max_size=3),
       st.integers(0, 3), st.data())  # fmt: skip
def test_any_table_against_exact_fractions(
    rules: RuleSet, totals: list[int], played: int, data: st.DataObject
) -> None:
    """In tournaments and knockouts, with a shut box that wins and without, within a round too."""
    if data.draw(st.booleans()):
        totals[0] += 3  # who has played may have reached the target
        played = max(played, 1)
    players = tuple(PlayerTotal(total, seat < played) for seat, total in enumerate(totals))
    exact = BY_HAND[rules].in_round(players)
    found = [chance(rules, place, players) for place in range(len(players))]
    assert found == pytest.approx([float(worth) for worth in exact], abs=1e-12)


def test_someone_always_wins() -> None:
    for rules in (variant("tournament"), variant("last-standing"), variant("canadienne")):
        scores = {0: 0.1, 5: 0.3, 20: 0.5, 45: 0.1}
        rest = RestOfMatch(rules, scores)
        players = (
            PlayerTotal(30, True),
            PlayerTotal(12, True),
            PlayerTotal(41, False),
            PlayerTotal(0, False),
        )
        chances = [chance_in_rounds(rest, rules, scores, place, players) for place in range(4)]
        assert sum(chances) == pytest.approx(1, abs=1e-12)


def test_a_target_that_nobody_can_look_ahead_to() -> None:
    with pytest.raises(RuleFault, match="BX708"):
        RestOfMatch(replace(TOURNAMENT, target=100_000), CHANCES)
    with pytest.raises(RuleFault, match="BX708"):
        RestOfMatch(TOURNAMENT, {0: 1.0})


def test_scores_too_high_to_list_are_refused_before_they_are_listed() -> None:
    with pytest.raises(RuleFault, match="BX708"):
        RestOfMatch(TOURNAMENT, {0: 0.5, 10**15: 0.5})


@pytest.mark.parametrize("rules", ALL_RULES)
def test_with_numpy_and_without_it_is_the_same_to_the_last_bit(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    tables = [
        OtherPlayers(seats[:place], seats[place + 1 :])
        for totals in ((0, 3, 5), (2, 2, 2), (5, 1, 4, 0), (7, 8), (5, 9, 0))
        for played in range(4)
        for seats in [tuple(PlayerTotal(total, at < played) for at, total in enumerate(totals))]
        for place in range(len(seats))
        if all(one.played or one.total < TARGET for one in seats)
    ]
    totals = range(TARGET + max(SCORES))
    together = [list(map(worth, totals)) for worth in RestOfMatch(rules, CHANCES).worths(tables)]
    alone = RestOfMatch(rules, CHANCES)
    assert together == [list(map(alone.worths([table])[0], totals)) for table in tables]
    monkeypatch.setattr(rest_of_totals, "find_spec", lambda name: None)
    plain = RestOfMatch(rules, CHANCES).worths(tables)
    assert together == [list(map(worth, totals)) for worth in plain]
