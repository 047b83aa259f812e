"""A guided match has arranged dice: it is recorded and verifies, but it counts nowhere."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from boxctl.audit.cards.card_of_match import card_of_match
from boxctl.audit.history import History, history
from boxctl.audit.match_list import MatchSummary, list_match
from boxctl.audit.money_ledger import money_ledger
from boxctl.audit.verify_journal import verdicts_on
from boxctl.journal.query import numbers_in, reading
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.journal.ledger_sentences import UncountedReason, uncounted_sentence
from boxctl.rules.variants import variant
from boxctl.screens.coaching.guide import ROBOT
from boxctl.screens.laptop.house_habits import house_habits
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from boxctl.web.journal.house_records import found_records
from tests.support.screens.plain_typist import typing_at

TO_THE_END = ["", "9", "", "8", "", "9 2", "", "7 3", "", "6 5", "", "4", "throw 1"]
SEATS = f"Ann,{ROBOT}"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of a guided match that was played to its end, and then of another one like it."""
    place = tmp_path / "journal.db"
    with typing_at(players=SEATS, guided=True, journal_file=place, seed=3) as typist:
        typist.types(*TO_THE_END)
        assert typist.play.over
        typist.types("new")
        typist.plays()
        assert typist.play.over
    return place


def the_match(connection: sqlite3.Connection, number: int) -> RecordedMatch:
    match = read_match(connection, number)
    assert match is not None
    return match


def of(journal: Path) -> tuple[History, list[MatchSummary]]:
    with reading(journal) as connection:
        numbers = tuple(numbers_in(connection))
        listed = [list_match(connection, journal, number) for number in numbers]
        return history(connection, numbers), listed


def test_only_the_match_after_it_counts(journal: Path) -> None:
    found, listed = of(journal)
    assert [match.as_json()["guided"] for match in listed] == [True, False]
    assert [(each.number, each.reason) for each in found.uncounted] == [(1, UncountedReason.GUIDED)]
    assert found.counted == 1
    (ann,) = found.players
    assert [(game.matches, game.turns) for game in ann.games] == [(1, 1)]


def test_the_record_of_the_house_leaves_it_out(journal: Path) -> None:
    _, (guided, after) = of(journal)
    rules = variant("classic")
    assert found_records([guided], "classic", rules) == found_records([], "classic", rules)
    assert found_records([guided, after], "classic", rules) == found_records(
        [after], "classic", rules
    )
    assert found_records([after], "classic", rules).lowest is not None


def test_no_habit_is_made_of_it(journal: Path) -> None:
    assert house_habits(journal).played == (("classic", 1),)


def test_it_is_settled_with_nobody(journal: Path) -> None:
    with reading(journal) as connection:
        assert not money_ledger(connection, (1,)).counted


def test_it_holds_and_says_what_it_is(journal: Path) -> None:
    with reading(journal) as connection:
        first, second = (verdict for verdict, _match in verdicts_on(connection, (1, 2)))
        card = card_of_match(the_match(connection, 1), "")
    assert (first.holds, first.as_json()["guided"]) == (True, True)
    assert first.sentence.endswith("A guided first match, with arranged dice: it counts nowhere.")
    assert (second.holds, second.as_json()["guided"]) == (True, False)
    assert "A guided first match, with arranged dice: it counts nowhere." in card.notes


def test_why_it_does_not_count_is_said() -> None:
    said = uncounted_sentence(1, UncountedReason.GUIDED, "")
    assert said == "Match 1 does not count: it was a guided first match, with arranged dice."


def test_one_that_was_left_goes_on_guided_and_is_no_other_match(tmp_path: Path) -> None:
    place = tmp_path / "journal.db"
    with typing_at(players=SEATS, guided=True, journal_file=place) as typist:
        typist.types("", "9", "quit")
    (waits,) = unfinished_matches(place)
    assert waits.chosen.guided
    with typing_at(players=SEATS, journal_file=place) as another:
        assert not another.game.table.guided
        another.types("")
    assert sorted(match.chosen.guided for match in unfinished_matches(place)) == [False, True]


def test_nobody_writes_the_mark_where_it_is_not(journal: Path) -> None:
    with reading(journal) as connection:
        headers = [the_match(connection, number).entries[0].body for number in (1, 2)]
    assert [header.get("guided") for header in headers] == [True, None]
