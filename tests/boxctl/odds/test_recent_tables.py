"""What was solved for tables is kept as long as there is memory for it."""

from __future__ import annotations

import pytest

from boxctl.odds import table_odds
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.sampling import Best
from boxctl.odds.table_odds import FEWEST_KEPT, TableOdds
from boxctl.odds.turn import TurnOdds
from boxctl.rules.variants import variant
from boxctl.simulation.players import NamedPlayer

WORTHS_OF_CLASSIC = 1 << 9


def behind(score: int) -> MatchTable:
    """Ann has made a score, and Bob is to throw."""
    return MatchTable((0, 0), (score,), (False, False))


def kept(odds: TableOdds) -> list[int]:
    return [score for score in range(10) if odds.known(behind(score)) is not None]


def test_the_table_used_longest_ago_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 6 * WORTHS_OF_CLASSIC)
    odds = TableOdds(variant("classic"), 2)
    for score in range(6):
        odds.solve(behind(score))
    assert odds.known(behind(0))
    odds.solve(behind(6))
    assert kept(odds) == [0, 2, 3, 4, 5, 6]


def test_large_tables_leave_room_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 1)
    odds = TableOdds(variant("classic"), 2)
    for score in range(6):
        odds.solve(behind(score))
    assert kept(odds) == [0, 1, 2, 3, 4, 5][-FEWEST_KEPT:]


def test_small_tables_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "MOST_KEPT", 5)
    odds = TableOdds(variant("classic"), 2)
    for score in range(6):
        odds.solve(behind(score))
    assert kept(odds) == [1, 2, 3, 4, 5]


def test_the_odds_of_an_evening_fit_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 6 * WORTHS_OF_CLASSIC)
    odds = TableOdds(variant("classic"), 2)
    for score in range(10):
        odds.solve(behind(score))
    assert kept(odds) == [4, 5, 6, 7, 8, 9]
    odds.solve(behind(0))
    assert odds.known(behind(0))


def test_so_does_what_a_player_knows_who_minds_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 6 * WORTHS_OF_CLASSIC)
    policy_at = NamedPlayer("best").policy_at(variant("classic"))

    def odds_behind(score: int) -> TurnOdds:
        policy = policy_at(behind(score))
        assert isinstance(policy, Best)
        return policy.odds

    first = [odds_behind(score) for score in range(10)]
    again = [odds_behind(score) for score in reversed(range(10))][::-1]
    same = [one is other for one, other in zip(first, again, strict=True)]
    assert same == [False] * 4 + [True] * 6
