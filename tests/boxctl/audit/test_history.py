"""How players have fared: what counts, and what it comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.audit.history import EVERYTHING, History, HistoryRequest, history
from boxctl.audit.history_tally import MOST_POINTS, GameTally, MatchOfPlayer, Outcome
from boxctl.audit.narrate import OverrulingRequest, overrule
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.query import numbers_in, reading
from boxctl.odds.aims import aim
from boxctl.odds.sampling import Best
from boxctl.odds.turn import solve
from boxctl.presentation.journal.ledger_sentences import UncountedReason
from boxctl.presentation.journal.player_history import GameHistory
from boxctl.rules.ruleset import RuleSet
from tests.support.records.forger import writes
from tests.support.records.journals import EVENING
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.simulated_records import SimulatedMatch, record_matches


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def look_through(journal: Path, request: HistoryRequest = EVERYTHING) -> History:
    with reading(journal) as connection:
        return history(connection, tuple(numbers_in(connection)), request)


def played(journal: Path, *matches: SimulatedMatch) -> History:
    return look_through(record_matches(journal, matches))


def game(found: History, player: str, place: int = 0) -> GameHistory:
    (games,) = (each.games for each in found.players if each.player == player)
    return games[place]


def test_wins_scores_and_money_are_counted(journal: Path) -> None:
    table = a_short_match(journal)
    table.close()
    ann, bob = (game(look_through(journal), player) for player in ("Ann", "Bob"))
    assert (ann.matches, ann.won, ann.mean, ann.money) == (1, 0, 9.0, {"": -50})
    assert (bob.matches, bob.won, bob.mean, bob.money) == (1, 1, 7.0, {"": 50})
    assert bob.best is not None
    assert (bob.best.score, bob.best.match, bob.best.began) == (7, 1, EVENING)
    assert bob.settings == {"down": "1-6"}


def test_wins_and_shared_wins_add_up_to_the_matches(journal: Path) -> None:
    found = played(journal, *(SimulatedMatch(seed=seed) for seed in range(40)))
    ann, bob = game(found, "Ann"), game(found, "Bob")
    assert ann.shared == bob.shared > 0
    assert ann.won + bob.won + ann.shared == found.counted == 40


def test_expectation_and_luck_and_skill_are_the_score(journal: Path) -> None:
    found = played(journal, *(SimulatedMatch(seed=seed) for seed in range(5)))
    rules = RuleSet()
    expected = solve(rules, aim("golf")).before_throw(rules.in_play)
    for player in ("Ann", "Bob"):
        fared = game(found, player)
        assert fared.luck is not None
        assert fared.mean is not None
        assert fared.mean == pytest.approx(expected - fared.luck.luck + fared.luck.given_away.mean)
        assert fared.luck.given_away.total > 0
        assert fared.luck.in_points


def test_who_plays_best_has_lost_nothing(journal: Path) -> None:
    best = Best(solve(RuleSet(), aim("golf")))
    found = played(journal, *(SimulatedMatch(seed=seed, policy=best) for seed in range(5)))
    luck = game(found, "Ann").luck
    assert luck is not None
    assert luck.given_away.total == pytest.approx(0)
    assert luck.costliest is None or luck.costliest.lost == pytest.approx(0)


@pytest.mark.parametrize("variant", ["long-game", "relay", "lucky-seven"])
def test_where_scores_do_not_decide_luck_is_a_chance(journal: Path, variant: str) -> None:
    settings = {"tiles": "7", "down": "-"} if variant != "lucky-seven" else {}
    fared = game(played(journal, SimulatedMatch(variant=variant, settings=settings)), "Ann")
    assert (fared.mean, fared.best) == (None, None)
    assert fared.luck is not None
    assert not fared.luck.in_points
    assert abs(fared.luck.luck) <= 1


def test_the_300_has_no_odds_at_hand(journal: Path) -> None:
    fared = game(played(journal, SimulatedMatch(variant="the-300")), "Ann")
    assert fared.luck is None
    assert fared.mean is not None


def test_who_plays_alone_has_nothing_to_win(journal: Path) -> None:
    fared = game(played(journal, SimulatedMatch(players="Ann")), "Ann")
    assert (fared.matches, fared.against, fared.won) == (1, 0, 0)


def test_a_streak_ends_with_a_match_that_is_not_won() -> None:
    tally = GameTally("classic", {}, scored=True)
    won, shared, lost, alone = Outcome.WON, Outcome.SHARED, Outcome.NOT_WON, Outcome.ALONE
    for outcome in (won, shared, won, lost, won, won, alone):
        tally.add(a_match(outcome))
    streak = tally.history().streak
    assert (streak.longest, streak.now) == (3, 2)


def a_match(outcome: Outcome = Outcome.WON, *scores: int, number: int = 1) -> MatchOfPlayer:
    return MatchOfPlayer(number, EVENING, outcome, scores, 0, None, "", None)


def test_a_trend_keeps_all_turns_in_few_points() -> None:
    tally = GameTally("classic", {}, scored=True)
    for number in range(1000):
        tally.add(a_match(Outcome.WON, number, number=number))
    trend = tally.history().trend
    assert len(trend) <= MOST_POINTS
    assert sum(point.matches for point in trend) == 1000
    means = [point.score for point in trend]
    assert means == sorted(means, key=lambda mean: mean or 0)
    assert tally.history().mean == pytest.approx(999 / 2)


def test_money_and_wood_do_not_make_another_game(journal: Path) -> None:
    found = played(
        journal,
        SimulatedMatch(settings={"stake": "50p", "bump_ms": "20"}),
        SimulatedMatch(settings={"stake": "1 EUR", "take_back": "never"}),
        SimulatedMatch(settings={"scoring": "missionary"}),
    )
    (ann,) = (player for player in found.players if player.player == "Ann")
    assert [(each.matches, each.settings) for each in ann.games] == [
        (2, {}), (1, {"scoring": "missionary"}),
    ]  # fmt: skip
    assert set(ann.games[0].money) == {"GBP", "EUR"}
    assert ann.games[1].money == {}


def test_one_player_or_one_variant(journal: Path) -> None:
    record_matches(journal, [SimulatedMatch(), SimulatedMatch(variant="pub", players="Bob,Cy")])
    assert [each.player for each in look_through(journal).players] == ["Ann", "Bob", "Cy"]
    only_cy = look_through(journal, HistoryRequest(players=["Cy"]))
    assert [each.player for each in only_cy.players] == ["Cy"]
    assert only_cy.counted == 1
    only_pub = look_through(journal, HistoryRequest(variant="pub"))
    assert [each.player for each in only_pub.players] == ["Bob", "Cy"]


def test_unfinished_matches_are_named_and_do_not_count(journal: Path) -> None:
    found = played(
        journal, SimulatedMatch(events=4), SimulatedMatch(events=4, left=True), SimulatedMatch()
    )
    assert [(match.number, match.reason) for match in found.uncounted] == [
        (1, UncountedReason.NOT_OVER), (2, UncountedReason.LEFT),
    ]  # fmt: skip
    assert found.counted == 1
    assert found.holds


def test_what_does_not_verify_does_not_count(journal: Path) -> None:
    record_matches(journal, [SimulatedMatch(), SimulatedMatch()])
    writes(
        journal, "UPDATE entry SET body = replace(body, 'Ann', 'Eve') WHERE id >= ?", (2 * SPAN,)
    )
    found = look_through(journal)
    assert not found.holds
    assert [(match.number, match.reason) for match in found.uncounted] == [
        (2, UncountedReason.UNSOUND)
    ]
    assert found.counted == 1
    assert [each.player for each in found.players] == ["Ann", "Bob"]


def test_a_match_counts_as_it_was_overruled(journal: Path) -> None:
    a_short_match(journal).close()
    overrule(journal, "1", OverrulingRequest("28", 15, "seen", None), EVENING)
    found = look_through(journal)
    assert game(found, "Ann").won == 1
    assert game(found, "Bob").mean == 15.0


def test_the_memory_does_not_grow_with_the_matches() -> None:
    tally = GameTally("classic", {}, scored=True)
    sizes = set()
    for number in range(2000):
        tally.add(a_match(Outcome.NOT_WON, number % 7, number=number))
        sizes.add(len(tally.history().trend))
    assert max(sizes) == MOST_POINTS
