"""The game in tmux, as someone has it over ssh: readable at two sizes, gone without a trace."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.some_boxes import NINE

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

PYTHON = shlex.quote(sys.executable)
BOXCTL = f"{PYTHON} -m boxctl"

MOST_LOOKS = 5_000


class Window:
    """A window of a tmux server of its own, with a shell in it."""

    def __init__(self, socket: Path, columns: int, lines: int) -> None:
        self._socket = socket
        size = ("-x", str(columns), "-y", str(lines))
        self._tmux("-f", os.devnull, "new-session", "-d", *size, "env PS1='$ ' sh")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        return ended.stdout

    def keys(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def types(self, line: str) -> None:
        self._tmux("send-keys", "-l", line)
        self.keys("Enter")

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def shows(self, text: str) -> str:
        """Wait until this is on the screen; return the screen."""
        for _ in range(MOST_LOOKS):
            screen = self.screen
            if text in screen:
                return screen
        raise AssertionError(f"{text!r} was never shown: {screen}")

    def close(self) -> None:
        self._tmux("kill-server")


@contextmanager
def window(directory: Path, columns: int, lines: int) -> Iterator[Window]:
    opened = Window(directory / "tmux", columns, lines)
    try:
        yield opened
    finally:
        opened.close()


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40)])
def test_a_throw_and_a_tile_are_readable_and_ctrl_c_leaves_a_shell_that_works(
    tmp_path: Path, columns: int, lines: int
) -> None:
    with window(tmp_path, columns, lines) as tmux:
        tmux.shows("$")
        journal = shlex.quote(str(tmp_path / "journal.db"))
        tmux.types(f"{BOXCTL} play --players Ann,Bob --seed 3 --journal {journal}")
        screen = tmux.shows("SPACE: throw two dice")
        assert screen.count("●") == 9 + 1, "a lit lamp a tile, and the sign of whose turn it is"
        assert "▄" in screen, "the wood"
        tmux.keys("Space")
        tmux.shows("You threw 4 and 3, 7 in all: shut 7, 6+1, 5+2, 4+3 or")
        tmux.keys("1")
        screen = tmux.shows("The 1 so far for 4 and 3: 6 or 4+2 to go.")
        assert " Q leave " in screen
        assert "◆" in screen, "the tile that was moved"
        assert max(map(len, screen.splitlines())) <= columns
        tmux.keys("C-c")
        tmux.shows("$")
        tmux.types("echo a-$((6*7))-b")
        assert "▄" not in tmux.shows("a-42-b")


def test_the_monitor_follows_levers_and_lights_lamps_until_it_is_left(tmp_path: Path) -> None:
    config = tmp_path / "box.toml"
    config.write_text(NINE.replace('[display]\ndriver = "ssd1306"\n', ""))
    with window(tmp_path, 80, 24) as tmux:
        tmux.shows("$")
        options = shlex.join(["--config", str(config), "--journal", str(tmp_path / "journal.db")])
        tmux.types(f"{PYTHON} -m tests.support.monitor_on_mock_pins {options}")
        screen = tmux.shows("ENTER this lamp")
        assert max(map(len, screen.splitlines())) <= 80
        assert screen.count("●") == 9, "every lever stands open, and its lamp is lit"
        assert " tile 7 " in tmux.shows("edges, "), "somebody plays with the levers"
        tmux.keys("m", "m")
        assert tmux.shows("all lamps are lit").count("●") == 9
        tmux.keys("r")
        tmux.shows("the dice show")
        tmux.keys("q")
        tmux.shows("$")
        tmux.types("echo a-$((6*7))-b")
        assert "tile 7" not in tmux.shows("a-42-b")
