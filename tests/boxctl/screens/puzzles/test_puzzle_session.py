"""Somebody solves puzzles: what is asked, what is said of an answer, and what is remembered."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.plain.puzzle_lines import PuzzleLines
from boxctl.screens.puzzles.drawing import MOST_OF_A_KIND, MOST_PUZZLES, PuzzleBook
from boxctl.screens.puzzles.puzzle_session import FILE, PuzzleSession, game_key

MONDAY = date(2026, 11, 23)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def session(journal: Path) -> PuzzleSession:
    return PuzzleSession("classic", RuleSet(), journal)


def right(session: PuzzleSession) -> str:
    return session.puzzle.best.words


def wrong(session: PuzzleSession) -> str:
    return session.puzzle.choices.of[-1].words


def lines(session: PuzzleSession, *typed: str) -> str:
    printed: list[str] = []
    PuzzleLines(session, LineOutput(printed.append)).run(iter(typed))
    return "".join(printed)


class TestTheDrawing:
    def test_the_same_fifty_are_drawn_every_time(self) -> None:
        once, again = (PuzzleBook(RuleSet()).puzzles for _ in range(2))
        assert [puzzle.key for puzzle in once] == [puzzle.key for puzzle in again]
        assert len({puzzle.key for puzzle in once}) == MOST_PUZZLES
        # Whoever has learned from them would be confused by others after an update.
        assert once[0].key == "2,3,6,9 with 5 6"

    def test_money_and_sensors_make_no_other_puzzles(self) -> None:
        changes = [("stake", "50p"), ("bump_ms", "90"), ("take_back", "never")]
        changed, usual = (
            [puzzle.key for puzzle in PuzzleBook(rules).puzzles]
            for rules in (with_settings(RuleSet(), changes), RuleSet())
        )
        assert changed == usual

    def test_none_is_forced_and_few_are_what_always_the_highest_tile_answers(self) -> None:
        puzzles = PuzzleBook(RuleSet()).puzzles
        assert all(len(puzzle.choices.of) > 1 for puzzle in puzzles)
        assert all(puzzle.choices.of[1].loss > 0.1 for puzzle in puzzles)
        assert sum(puzzle.takes_highest for puzzle in puzzles) <= MOST_OF_A_KIND
        assert len({puzzle.kind for puzzle in puzzles}) > 1
        assert len({puzzle.to_move.bit_count() for puzzle in puzzles}) > 3


class TestAnAnswer:
    def test_the_best_move_is_right_and_the_coach_says_why(self, session: PuzzleSession) -> None:
        verdict = session.answer("9 2")
        assert verdict.is_right
        assert [line.text for line in verdict.lines] == [
            "Right: 9+2.",
            "coach: score to expect",
            "9+2    6.93   best",
            "9+2: keeps 3 and 6 together; 11 of 36 throws still play.",
            "6+3+2  8.00  −1.07",
        ]

    def test_another_move_says_what_it_gives_away(self, session: PuzzleSession) -> None:
        verdict = session.answer("6+3+2")
        assert not verdict.is_right
        assert [line.text for line in verdict.lines][:2] == [
            "Not the best: 6+3+2 gives away 1.07 points.",
            "6+3+2 loses 1.07: leaves 9; only 4 of 36 throws play on. "
            "Better 9+2: keeps 3 and 6 together; 11 of 36 throws still play.",
        ]

    def test_what_is_no_move_is_told_by_the_referee_and_counts_for_nothing(
        self, session: PuzzleSession
    ) -> None:
        with pytest.raises(RuleFault, match="BX804: The 4 is shut already"):
            session.answer("4")
        with pytest.raises(RuleFault, match="BX205"):
            session.answer("the nine")
        with pytest.raises(RuleFault, match="BX804: This throw cannot be thrown again"):
            session.answer("again")
        assert session.score == "0 of 50 solved, 0 at the first try."

    def test_a_double_can_be_thrown_again_where_the_rules_say_so(self, journal: Path) -> None:
        rules = with_settings(RuleSet(), [("doubles", "may_rethrow")])
        session = PuzzleSession("classic", rules, journal)
        may = [
            number
            for number, puzzle in enumerate(session.book.puzzles, 1)
            if puzzle.choice_of(0) is not None
        ]
        session.ask(may[0])
        assert session.answer("throw again").choice.tiles == 0


class TestWhatIsRemembered:
    def test_only_the_first_answer_is_the_first_try(self, journal: Path) -> None:
        session = PuzzleSession("classic", RuleSet(), journal)
        session.answer(wrong(session))
        session.answer(right(session))
        session.answer(wrong(session))
        session.ask_next()
        session.answer(right(session))
        again = PuzzleSession("tournament", variant("tournament"), journal)
        assert again.score == "2 of 50 solved, 1 at the first try."
        assert again.number == 3

    def test_after_the_last_comes_the_first_that_is_not_solved(
        self, session: PuzzleSession
    ) -> None:
        for number in range(2, session.count + 1):
            session.ask(number)
            session.answer(right(session))
        session.ask_next()
        assert session.number == 1
        session.answer(right(session))
        session.ask_next()
        assert session.number == 2

    @pytest.mark.parametrize(
        "damage", [b"", b"[]", b'{"games": 3}', b'{"games": {"": 1}}', b"\xff"]
    )
    def test_a_damaged_file_has_nothing_in_it(self, journal: Path, damage: bytes) -> None:
        (journal.parent / FILE).write_bytes(damage)
        session = PuzzleSession("classic", RuleSet(), journal)
        session.answer(right(session))
        assert session.score == "1 of 50 solved, 1 at the first try."

    def test_a_disk_that_cannot_be_written_stops_no_puzzle(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        session = PuzzleSession("classic", RuleSet(), tmp_path / "file" / "journal.db")
        assert session.answer(right(session)).is_right

    def test_games_whose_turns_are_the_same_share_what_was_solved(self) -> None:
        alike = {game_key(variant(name)) for name in ("classic", "golf", "tournament")}
        assert alike == {""}
        assert len({game_key(variant(name)) for name in ("relay", "long-game", "canoga")}) == 3


class TestTheWeek:
    def test_its_puzzle_is_the_same_from_monday_to_sunday(self, session: PuzzleSession) -> None:
        asked = []
        for day in range(-1, 8):
            session.ask_week(MONDAY + timedelta(day))
            asked.append((session.week, session.number))
        assert asked[1:8] == [("2026-W48", asked[1][1])] * 7
        assert len({number for _week, number in asked}) == 3
        assert session.heading == "Shut the Box, the puzzle of week 2026-W49"

    def test_fifty_weeks_have_fifty_puzzles(self, session: PuzzleSession) -> None:
        numbers = set()
        for week in range(50):
            session.ask_week(MONDAY + timedelta(weeks=week))
            numbers.add(session.number)
        assert len(numbers) == 50


class TestLineByLine:
    def test_a_slip_is_asked_again_and_an_answer_leads_to_the_next(
        self, session: PuzzleSession
    ) -> None:
        said = lines(session, "4", "9 2", "", "quit")
        assert "The 4 is shut already" in said
        assert "Right: 9+2.\n" in said
        assert "1 of 50 solved, 1 at the first try.\n" in said
        assert "Shut the Box, puzzle 2 of 50\n" in said

    def test_next_leaves_a_puzzle_out(self, session: PuzzleSession) -> None:
        assert "puzzle 2 of 50" in lines(session, "next")

    def test_the_puzzle_of_a_week_is_one(self, session: PuzzleSession) -> None:
        session.ask_week(MONDAY)
        said = lines(session, right(session), "more")
        assert said.endswith("1 of 50 solved, 1 at the first try.\n")
