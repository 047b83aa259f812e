"""A puzzle at a drawn box: what keys and clicks move, and what is shown of an answer."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import NO_TILES, numbers, tile
from boxctl.screens.pictures.build_view import FALL, TUMBLE
from boxctl.screens.puzzles.puzzle_session import PuzzleSession
from boxctl.screens.puzzles.puzzle_table import PuzzleTable
from boxctl.view.announcement import AnnouncementKind


def a_table(journal: Path, *, motion: bool = False) -> PuzzleTable:
    """The first puzzle of the classic game: 2, 3, 6 and 9 are open, 5 and 6 are thrown."""
    return PuzzleTable(PuzzleSession("classic", RuleSet(), journal), 0, motion=motion)


@pytest.fixture
def table(tmp_path: Path) -> PuzzleTable:
    return a_table(tmp_path / "journal.db")


def standing(table: PuzzleTable) -> list[int]:
    return [each.number for each in table.look(FALL).tiles if each.fallen < 1]


def arrows(table: PuzzleTable) -> dict[int, str]:
    return {each.number: each.asked for each in table.look(FALL).tiles if each.asked}


def shuts(table: PuzzleTable, *tiles: int) -> None:
    for number in tiles:
        table.flip(number, 0)


def keys(table: PuzzleTable) -> list[str]:
    return [key.action for key in table.look(0).footer]


def test_the_box_stands_as_the_puzzle_has_it_and_shows_its_throw(table: PuzzleTable) -> None:
    seen = table.look(0)
    assert standing(table) == [2, 3, 6, 9]
    assert (seen.dice, seen.rolling) == ((5, 6), False)
    assert seen.announcement.text == "Open: 2,3,6,9. You threw 5 and 6. What do you shut?"


def test_a_tile_is_shut_and_stood_up_again_as_in_play(table: PuzzleTable) -> None:
    shuts(table, 6, 3)
    assert standing(table) == [2, 9]
    table.undo(0)
    assert standing(table) == [2, 3, 9]
    shuts(table, 6)
    assert standing(table) == [2, 3, 6, 9]
    table.undo(0)
    assert standing(table) == [2, 3, 6, 9]


def test_a_tile_that_is_not_open_stays_and_is_remarked(table: PuzzleTable) -> None:
    shuts(table, 5)
    said = table.look(0).announcement
    assert (said.text, said.kind) == ("The 5 is not open.", AnnouncementKind.REFUSED)
    shuts(table, 6)
    assert table.look(0).announcement.text == table.session.question


def test_what_is_no_move_gets_the_referee_s_words_and_does_not_count(table: PuzzleTable) -> None:
    shuts(table, 6, 3)
    table.answer()
    said = table.look(0).announcement
    assert (said.kind, table.verdict) == (AnnouncementKind.REFUSED, None)
    assert "R3.5" in said.text
    assert table.session.solved == "0 of 50 solved"
    shuts(table, 2)
    table.answer()
    assert table.verdict is not None


def test_nothing_shut_is_no_answer(table: PuzzleTable) -> None:
    table.answer()
    assert table.verdict is None
    assert table.look(0).announcement.text == table.session.question


def test_a_wrong_answer_shows_by_arrows_what_the_best_does_otherwise(table: PuzzleTable) -> None:
    shuts(table, 6, 3, 2)
    table.answer()
    seen = table.look(0)
    assert seen.announcement.text == "Not the best: 6+3+2 gives away 1.07 points."
    assert arrows(table) == {3: "up", 6: "up", 9: "down"}
    assert [line.text for line in table.judgement()] == [
        "6+3+2 loses 1.07: leaves 9; only 4 of 36 throws play on. "
        "Better 9+2: keeps 3 and 6 together; 11 of 36 throws still play."
    ]
    assert table.worths()[0].is_heading


def test_a_right_answer_has_no_arrows_and_counts(table: PuzzleTable) -> None:
    shuts(table, 9, 2)
    table.answer()
    seen = table.look(0)
    assert (seen.announcement.text, seen.announcement.kind) == (
        "Right: 9+2.",
        AnnouncementKind.SHUT,
    )
    assert (arrows(table), table.judgement(), seen.turn) == ({}, (), "1 of 50 solved")


def test_an_answer_stands_until_the_next_puzzle(table: PuzzleTable) -> None:
    shuts(table, 6, 3, 2)
    table.answer()
    shuts(table, 9)
    table.undo(0)
    table.answer()
    assert standing(table) == [9]
    table.ask_next(0)
    assert table.verdict is None
    assert table.session.number == 2
    assert standing(table) == list(numbers(table.session.puzzle.to_move))


def test_the_puzzle_of_the_week_is_asked_once_it_is_wanted(table: PuzzleTable) -> None:
    assert "week" in keys(table)
    table.ask_week(date(2026, 11, 29), 0)
    assert "2026-W48" in table.look(0).title
    assert "week" not in keys(table)


def test_keys_are_offered_only_where_they_do_something(table: PuzzleTable) -> None:
    assert not {"enter", "undo", "throw_again"} & set(keys(table))
    shuts(table, 6)
    assert {"enter", "undo"} <= set(keys(table))
    shuts(table, 3, 2)
    table.answer()
    assert {"enter", "explain"} <= set(keys(table))
    assert "undo" not in keys(table)


def test_dice_roll_and_tiles_fall_with_motion_and_come_to_rest(tmp_path: Path) -> None:
    table = a_table(tmp_path / "journal.db", motion=True)
    assert table.look(0).rolling
    assert table.due(0) is not None
    assert table.due(TUMBLE) is None
    assert table.look(TUMBLE).dice == (5, 6)
    table.flip(9, TUMBLE)
    assert table.due(TUMBLE) is not None
    assert table.due(TUMBLE + FALL) is None
    assert standing(table) == [2, 3, 6]


def test_throwing_a_double_again_is_an_answer_where_the_game_has_it(tmp_path: Path) -> None:
    rules = with_settings(RuleSet(), [("doubles", "may_rethrow")])
    session = PuzzleSession("classic", rules, tmp_path / "journal.db")
    again = [
        place
        for place, puzzle in enumerate(session.book.puzzles, 1)
        if puzzle.choice_of(NO_TILES) is not None
    ]
    assert again
    session.ask(again[0])
    table = PuzzleTable(session, 0, motion=False)
    assert "throw_again" in keys(table)
    table.throw_again()
    assert table.verdict is not None
    assert table.verdict.choice.tiles == NO_TILES


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> PuzzleSession:
    return PuzzleSession("classic", RuleSet(), tmp_path_factory.mktemp("puzzles") / "journal.db")


@given(flipped=st.lists(st.integers(min_value=1, max_value=9), max_size=20))
def test_whatever_is_flipped_the_box_has_the_puzzle_s_tiles_without_those_chosen(
    solved: PuzzleSession, flipped: list[int]
) -> None:
    solved.ask(1)
    table = PuzzleTable(solved, 0, motion=False)
    for number in flipped:
        table.flip(number, 0)
    puzzle = solved.puzzle
    odd = {number for number in flipped if flipped.count(number) % 2}
    chosen = sum(tile(number) for number in odd if tile(number) & puzzle.to_move)
    assert standing(table) == list(numbers(puzzle.to_move & ~chosen))
    table.answer()
    is_move = chosen != NO_TILES and puzzle.choice_of(chosen) is not None
    assert (table.verdict is not None) is is_move
