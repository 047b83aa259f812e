"""The puzzles that a page is told: those of ``boxctl puzzle``, each move with what is said."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile_set
from boxctl.rules.variants import variant
from boxctl.screens.puzzles.puzzle_session import PuzzleSession
from boxctl.web.asking.puzzle_answers import puzzles_of_game
from groundwork.language import language, speaking

SUNDAY = date(2026, 11, 29)


@pytest.mark.parametrize("name", ["classic", "canoga", "long"])
def test_each_move_is_told_what_the_command_says(name: str, tmp_path: Path) -> None:
    try:
        session = PuzzleSession(name, variant(name), tmp_path / "journal.db")
    except RuleFault:
        pytest.skip("no such puzzles")
    told = puzzles_of_game(name, SUNDAY)
    assert len(told["puzzles"]) == session.count
    for number, puzzle in enumerate(told["puzzles"], 1):
        session.ask(number)
        assert (puzzle["heading"], puzzle["question"]) == (session.heading, session.question)
        assert tile_set(puzzle["open"]) == session.puzzle.to_move
        assert [move["right"] for move in puzzle["moves"]].count(True) == 1
        for move in puzzle["moves"]:
            verdict = session.answer_with(tile_set(move["tiles"]))
            lines = [*move["said"], *(line["text"] for line in puzzle["worths"])]
            assert lines == [line.text for line in verdict.lines]
            assert move["right"] == verdict.is_right == (move["tiles"] == puzzle["answer"])


def test_the_puzzle_of_the_week_is_that_of_the_command(tmp_path: Path) -> None:
    session = PuzzleSession("classic", RuleSet(), tmp_path / "journal.db")
    for day in (SUNDAY, date(2026, 11, 30), date(2027, 1, 1)):
        session.ask_week(day)
        told = puzzles_of_game("classic", day)
        assert told["week"] == {"number": session.number, "heading": session.heading}


def test_it_is_told_in_the_language_in_use_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with speaking(language("fr")):
        french = puzzles_of_game("classic", SUNDAY)
    english = puzzles_of_game("classic", SUNDAY)
    assert french["words"].keys() == english["words"].keys()
    assert all(french["words"][name] != english["words"][name] for name in english["words"])
    assert french["puzzles"][0]["question"] != english["puzzles"][0]["question"]
    assert [one["key"] for one in french["puzzles"]] == [one["key"] for one in english["puzzles"]]
    assert list(tmp_path.iterdir()) == []


def test_it_is_small_enough_to_be_loaded_at_once() -> None:
    assert len(json.dumps(puzzles_of_game("classic", SUNDAY))) < 150_000


@pytest.mark.parametrize(("name", "code"), [("lucky-seven", "BX803"), ("the-300", "BX802")])
def test_a_game_without_puzzles_says_why(name: str, code: str) -> None:
    with pytest.raises(RuleFault, match=code):
        puzzles_of_game(name, SUNDAY)
