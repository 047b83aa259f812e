"""Robots are never paid, and never counted among people, wherever either is added up."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.audit.cards.card_of_match import card_of_match
from boxctl.audit.history import EVERYTHING, History, HistoryRequest, history
from boxctl.audit.match_list import list_match
from boxctl.audit.money_ledger import MoneyLedger, money_ledger
from boxctl.audit.personal_best import personal_best
from boxctl.audit.season import COLUMNS, Row, rows_of
from boxctl.journal.query import find_sound_match, numbers_in, reading
from boxctl.presentation.journal.ledger_sentences import UncountedReason, uncounted_sentence
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY, among_people, robots_among
from boxctl.referee.payloads import MatchOver
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import variant
from boxctl.screens.laptop.table_log import TableLog
from boxctl.web.journal.house_records import found_records
from boxctl.web.snapshots import Evening
from groundwork.language import known_languages, language, use
from tests.support.records.simulated_records import SimulatedMatch, record_matches

PEOPLE = ("Ann", "Bob")


def recorded(journal: Path, *seats: tuple[str, ...]) -> Path:
    """A journal of matches for money between these players, a few of each."""
    matches = [
        SimulatedMatch(players=",".join(players), settings={"stake": "50p"}, seed=seed)
        for players in seats
        for seed in range(3)
    ]
    return record_matches(journal, matches)


def ledger_of(journal: Path, *players: str) -> MoneyLedger:
    with reading(journal) as connection:
        return money_ledger(connection, tuple(numbers_in(connection)), players)


def history_of(journal: Path, request: HistoryRequest = EVERYTHING) -> History:
    with reading(journal) as connection:
        return history(connection, tuple(numbers_in(connection)), request)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.mark.parametrize("way", WAYS_TO_PLAY)
def test_no_robot_is_paid_or_counted_whatever_it_plays(journal: Path, way: str) -> None:
    recorded(journal, ("Ann", "Bob", way), (way, "Ann"), (way, f"{way} 2"))
    ledger, found = ledger_of(journal), history_of(journal)
    assert [match.number for match in ledger.counted] == [1, 2, 3]
    assert {match.reason for match in ledger.uncounted} == {UncountedReason.ROBOTS}
    for account in ledger.accounts:
        assert set(account.balances) == set(PEOPLE)
        assert sum(account.balances.values()) == 0
        assert {paid.payee for paid in account.settlement.payments} <= set(PEOPLE)
    assert {player.player for player in found.players} == set(PEOPLE)
    assert found.counted == 6
    with reading(journal) as connection:
        listed = [list_match(connection, journal, number) for number in numbers_in(connection)]
    records = found_records(listed, "classic", variant("classic"))
    named = {records.most_wins and records.most_wins[0], records.lowest and records.lowest.player}
    assert named <= {*PEOPLE, None}


def test_history_tells_of_a_robot_that_is_asked_for(journal: Path) -> None:
    recorded(journal, ("Ann", "best"))
    (asked,) = history_of(journal, HistoryRequest(("best",))).players
    assert asked.player == "best"
    assert asked.games[0].matches == 3
    assert not any(asked.games[0].money.values())


def test_a_robot_alone_has_no_personal_best_and_a_person_has(tmp_path: Path) -> None:
    rules: RuleSet = variant("classic")
    for player, has_one in (("best", False), ("Ann", True)):
        journal = record_matches(tmp_path / f"{player}.db", [SimulatedMatch(players=player)])
        with reading(journal) as connection:
            (number,) = numbers_in(connection)
            box = list_match(connection, journal, number).header
        assert box is not None
        found = personal_best(journal, box.box, rules, player)
        assert (found is not None) is has_one


def test_robots_do_not_make_a_match_one_with_others(journal: Path) -> None:
    recorded(journal, ("Ann", "Bob", "best"), ("Ann", "Cy"))
    found = ledger_of(journal, "Ann", "Bob")
    assert [match.number for match in found.counted] == [1, 2, 3]
    assert {match.reason for match in found.uncounted} == {UncountedReason.OTHER_PLAYERS}


PAYOUTS = st.dictionaries(
    st.sampled_from(["Ann", "Bob", "Cy", "Di", "best", "human 2"]),
    st.integers(-10_000, 10_000),
    min_size=1,
).map(lambda owed: {**owed, "Eve": -sum(owed.values())})


@given(PAYOUTS)
def test_people_settle_among_each_other_and_nobody_gets_the_worse_of_a_robot(
    payout: dict[str, int],
) -> None:
    owed = among_people(payout)
    assert set(owed) == set(payout) - robots_among(payout)
    assert sum(owed.values()) == 0
    for player, due in owed.items():
        assert 0 <= due <= payout[player] or payout[player] <= due <= 0
    if not robots_among(payout):
        assert owed == payout


def test_the_pool_that_a_person_wins_lacks_what_the_robot_staked() -> None:
    assert among_people({"Ann": 100, "Bob": -50, "best": -50}) == {"Ann": 50, "Bob": -50}
    assert among_people({"Ann": -50, "Bob": -50, "best": 100}) == {"Ann": 0, "Bob": 0}
    # The winners shared a pool of three, of which one stake was a robot's.
    assert among_people({"Ann": 25, "Bob": 25, "best": -50}) == {"Ann": 0, "Bob": 0}
    shared = {"Ann": 26, "Bob": 25, "Cy": -50, "best": -1}
    assert among_people(shared) == {"Ann": 26, "Bob": 24, "Cy": -50}


def test_every_language_says_why_a_match_with_robots_does_not_count() -> None:
    for code, reason in product(known_languages(), UncountedReason):
        use(language(code))
        assert "7" in uncounted_sentence(7, reason, "")


def season_of(journal: Path, *players: str) -> list[Row]:
    rows: list[Row] = []
    with reading(journal) as connection:
        history(
            connection,
            tuple(numbers_in(connection)),
            HistoryRequest(players),
            counted=lambda match, result: rows.extend(rows_of(match, result, players)),
        )
    return rows


def test_a_season_has_rows_of_people_and_the_money_of_the_ledger(journal: Path) -> None:
    recorded(journal, ("Ann", "Bob", "best"), ("best", "Ann"))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in season_of(journal)]
    assert {row["player"] for row in rows} == set(PEOPLE)
    (account,) = ledger_of(journal).accounts
    for player in PEOPLE:
        money = (row["money"] for row in rows if row["player"] == player)
        assert sum(won for won in money if isinstance(won, int)) == account.balances[player]
    robot = [dict(zip(COLUMNS, row, strict=True)) for row in season_of(journal, "best")]
    assert {(row["player"], row["money"]) for row in robot} == {("best", None)}


def test_the_purses_of_an_evening_are_those_of_people() -> None:
    won = {"Ann": -50, "Bob": 25, "best": 25}
    over = MatchOver(dict.fromkeys(won, 9), ("Bob", "best"), won, stake=50, currency="GBP")
    evening = Evening()
    evening.match_over(over)
    purses = {line.name: (line.purse, line.written) for line in evening.lines}
    assert purses == {"Ann": (-25, "−25p"), "Bob": (25, "+25p"), "best": (0, "")}


def test_the_purse_at_a_table_is_that_of_the_ledger(journal: Path) -> None:
    recorded(journal, ("Ann", "Bob", "best"))
    log = TableLog(variant("classic"), ("Ann", "Bob", "best"), lambda: 0)
    with reading(journal) as connection:
        for number in numbers_in(connection):
            ruling = find_sound_match(connection, journal, str(number)).rulings[-1]
            assert isinstance(ruling, Ruling)
            log.say(ruling)
    (account,) = ledger_of(journal).accounts
    assert dict(log.purse) == account.balances


def test_on_the_card_of_a_match_a_robot_has_no_money_and_signs_nothing(journal: Path) -> None:
    recorded(journal, ("Ann", "Bob", "best"))
    with reading(journal) as connection:
        for number in numbers_in(connection):
            card = card_of_match(find_sound_match(connection, journal, str(number)), "")
            *people, robot = card.lines
            assert all(line.money and line.signs for line in people)
            assert (robot.money, robot.signs) == ("", False)
