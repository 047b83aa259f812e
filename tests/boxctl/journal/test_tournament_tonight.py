"""The tournament of tonight is found by its newest entries, without reading it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.query import reading
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.journal.tournament_tonight import TournamentFinder, TournamentTonight
from groundwork.clock import utc_now
from tests.support.records.forger import writes
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.recorded_session import plays_a_match


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Match 1, tournament 2."""
    path = tmp_path / "journal.db"
    a_short_match(path)
    begins(path)
    return path


def begins(path: Path) -> None:
    told = ("--names", "Ann,Bob,Cas", "--system", "round-robin")
    assert main(["tournament", "begin", *told, "--journal", str(path)]) == 0


def found(path: Path, finder: TournamentFinder, days: int = 0) -> TournamentTonight | None:
    with reading(path) as connection:
        return finder.find(connection, utc_now() + timedelta(days=days))


def test_a_journal_without_one_has_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    a_short_match(path)
    assert found(path, TournamentFinder()) is None


def test_news_change_what_is_found(journal: Path) -> None:
    finder = TournamentFinder()
    begun = found(journal, finder)
    assert begun == TournamentTonight(2, len(TOURNAMENTS.read(journal).record.entries))
    assert main(["tournament", "next", "--journal", str(journal)]) == 0
    assert found(journal, finder) == TournamentTonight(2, begun.entries + 1)


def test_a_match_that_is_played_meanwhile_hides_nothing(journal: Path) -> None:
    finder = TournamentFinder()
    before = found(journal, finder)
    plays_a_match(journal)
    assert found(journal, finder) == found(journal, TournamentFinder()) == before


def test_the_newest_is_meant(journal: Path) -> None:
    finder = TournamentFinder()
    found(journal, finder)
    begins(journal)
    newest = found(journal, finder)
    assert newest is not None
    assert newest.number == 3


@pytest.mark.parametrize("days", [-1, 1, 7])
def test_that_of_another_evening_is_not_tonights(journal: Path, days: int) -> None:
    assert found(journal, TournamentFinder(), days) is None


def test_an_entry_that_says_nothing_as_boxctl_does_is_passed_over(journal: Path) -> None:
    assert main(["tournament", "next", "--journal", str(journal)]) == 0
    number = TOURNAMENTS.read(journal).record.entries[-1].number
    writes(journal, f"UPDATE entry SET body = '[]' WHERE match = 2 AND number = {number}")
    assert found(journal, TournamentFinder()) == TournamentTonight(2, number + 1)
