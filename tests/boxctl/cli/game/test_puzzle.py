"""`boxctl puzzle` as people and programs meet it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.game import puzzle
from tests.boxctl.cli.test_commands import Captured, answer, refusal


@pytest.fixture(autouse=True)
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_the_right_answer_is_told_and_remembered(capsys: Captured) -> None:
    assert main(["puzzle", "1", "--answer", "9+2"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == [
        "Shut the Box, puzzle 1 of 50",
        "Open: 2,3,6,9. You threw 5 and 6. What do you shut?",
        "Right: 9+2.",
    ]
    assert said[-1] == "1 of 50 solved, 1 at the first try."
    assert answer(capsys, "puzzle")["number"] == 2


def test_a_wrong_answer_has_an_exit_status_of_its_own(capsys: Captured) -> None:
    assert main(["puzzle", "1", "--answer", "6,3,2"]) == 1
    assert "gives away 1.07 points" in capsys.readouterr().out


def test_the_week_is_that_of_today_or_of_a_day(capsys: Captured) -> None:
    today = answer(capsys, "puzzle", "--week", "2026-11-29")
    assert puzzle.run(["--week", "--json"], today=lambda: date(2026, 11, 23)) == 0
    assert f'"number": {today["number"]}' in capsys.readouterr().out
    assert today["week"] == "2026-W48"


def test_the_document_has_every_move_the_best_first(capsys: Captured) -> None:
    found = answer(capsys, "puzzle", "1", "--answer", "9+2")
    assert (found["rules"], found["number"], found["of"]) == ("classic", 1, 50)
    assert (found["open"], found["throw"], found["aim"]) == ([2, 3, 6, 9], [5, 6], "golf")
    assert [move["tiles"] for move in found["moves"]] == [[2, 9], [2, 3, 6]]
    assert [move["loss"] for move in found["moves"]] == [0, pytest.approx(1.07, abs=0.01)]
    assert found["answer"]["right"]
    assert found["answer"]["said"][0] == "Right: 9+2."


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["51"], "BX805", "there is no puzzle 51"),
        (["0"], "BX101", "0 is not a whole number"),
        (["--week", "2026-13-01"], "BX101", "is no day"),
        (["3", "--week"], "BX101", "a number or --week"),
        (["1", "--answer", "12"], "BX804", "There is no tile 12"),
        (["1", "--answer", "x"], "BX205", "is not a set of tiles"),
        (["--rules", "the-300"], "BX802", "takes too long"),
        (["--rules", "lucky-seven"], "BX803", "there are no puzzles"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(
    capsys: Captured, arguments: list[str], code: str, words: str
) -> None:
    said = refusal(capsys, "puzzle", *arguments)
    assert said.startswith(code)
    assert words in said
