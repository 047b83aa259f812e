"""What was solved for tables is kept as long as there is memory for it."""

from __future__ import annotations

import pytest

from boxctl.odds import table_odds
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.table_odds import FEWEST_KEPT, RecentTables, TableOdds
from boxctl.rules.variants import variant
from boxctl.simulation.players import NamedPlayer

WORTHS_OF_CLASSIC = 1 << 9


def behind(score: int) -> MatchTable:
    """Ann has made a score, and Bob is to throw."""
    return MatchTable((0, 0), (score,), (False, False))


def kept(tables: RecentTables[str, int], names: str) -> str:
    return "".join(name for name in names if tables.get(name) is not None)


def test_the_table_used_longest_ago_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 60)
    tables: RecentTables[str, int] = RecentTables()
    for name in "abcdef":
        tables.keep(name, 1, 10)
    assert tables.get("a") == 1
    tables.keep("g", 1, 10)
    assert kept(tables, "abcdefg") == "acdefg"


def test_large_tables_leave_room_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 60)
    tables: RecentTables[str, int] = RecentTables()
    for name in "abcdef":
        tables.keep(name, 1, 50)
    assert kept(tables, "abcdef") == "abcdef"[-FEWEST_KEPT:]


def test_small_tables_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "MOST_KEPT", 5)
    tables: RecentTables[str, int] = RecentTables()
    for name in "abcdef":
        tables.keep(name, 1, 0)
    assert kept(tables, "abcdef") == "bcdef"


def test_the_odds_of_an_evening_fit_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 6 * WORTHS_OF_CLASSIC)
    odds = TableOdds(variant("classic"), 2)
    for score in range(10):
        odds.solve(behind(score))
    assert [score for score in range(10) if odds.known(behind(score))] == [4, 5, 6, 7, 8, 9]
    odds.solve(behind(0))
    assert odds.known(behind(0))


def test_so_does_what_a_player_knows_who_minds_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_odds, "WORTHS_KEPT", 6 * WORTHS_OF_CLASSIC)
    policy_at = NamedPlayer("best").policy_at(variant("classic"))
    first = [policy_at(behind(score)) for score in range(10)]
    again = [policy_at(behind(score)) for score in reversed(range(10))][::-1]
    same = [one is other for one, other in zip(first, again, strict=True)]
    assert same == [False] * 4 + [True] * 6
