"""What the plain game says before the first turn."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from boxctl.cli.game.play import tell_game
from boxctl.screens.laptop.game_choice import GameChoice

CHOSEN = GameChoice("classic", (("stake", "50p"), ("doubles", "rethrow")), ("Ann",))


def test_on_a_terminal_the_game_is_told_in_lines_broken_between_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    tell_game(CHOSEN)
    first, second, *_ = lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 40 for line in lines)
    assert (first, second) == (
        "Shut the Box: Add up two dice and shut",
        "tiles 1 to 9 with that sum; the lowest",
    )


def test_in_a_pipe_each_sentence_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    tell_game(CHOSEN)
    _game, _example, changed, _keys = capsys.readouterr().out.splitlines()
    assert changed == "Stake: 50p; Doubles: thrown again."


def test_with_real_dice_nobody_is_told_that_enter_throws(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tell_game(replace(CHOSEN, by_hand=True))
    *_, keys = capsys.readouterr().out.splitlines()
    assert keys.startswith("throw tells what your dice show, ")
