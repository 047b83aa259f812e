"""`boxctl play` as a process: a whole match over pipes, typed by a player who reads the screen."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.support.screens.plain_prompt import OVER, TILES_ASKED, read_to_the_prompt


def next_line(screen: str) -> str:
    """What a player types who has read this."""
    if screen.endswith(OVER):
        return "new"
    if not screen.endswith(TILES_ASKED):
        return ""
    ways = re.findall(r"(?:Shut|such as) (.*?)(?:, or |\.)", screen)
    return " ".join(re.findall(r"\d+", ways[-1]))


def test_a_whole_match_typed_by_reading_the_screen() -> None:
    command = [sys.executable, "-m", "boxctl", "play", "--players", "Ann,Bob", "--seed", "5"]
    # Shorter than usual: it passes in real time after each tile.
    command += ["--set", "bump_ms=20"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        screen = read_to_the_prompt(game.stdout)
        for _ in range(100):
            if screen.endswith(OVER):
                break
            game.stdin.write(next_line(screen) + "\n")
            game.stdin.flush()
            screen = read_to_the_prompt(game.stdout)
        assert re.search(r"(Ann|Bob) wins\.|share the win", screen)
        game.stdin.write("q\n")
        game.stdin.close()
        ending = game.stdout.read()
        assert "boxctl card draws it.\n" in ending
        assert "Good-bye." in ending
    assert game.returncode == 0
