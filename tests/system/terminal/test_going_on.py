"""`boxctl play` as a process that is ended in the middle of a match, and started again.

Each case starts the program two or three times; those like another one are left to ``test-full``.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.every_variant import parameter
from tests.support.screens.plain_prompt import OVER, read_to_the_prompt
from tests.system.terminal.test_play import next_line

BUMP_MS = 20
"""Less than usual: it passes in real time after each tile."""

ALONE = ("--set", "act_ms=0")
"""However busy the machine is, tiles that are typed together are ruled on in the same way."""


class Game:
    """`boxctl play`, typed at by someone who reads the screen."""

    def __init__(self, journal: Path, *options: str) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "boxctl", "play", "--players", "Ann,Bob", "--seed", "5"),
                *("--journal", str(journal), "--set", f"bump_ms={BUMP_MS}", *ALONE, *options),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.screen = self._read()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return read_to_the_prompt(self._process.stdout)

    def type(self, line: str) -> str:
        """Type a line; return what is printed until the next prompt."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        self.screen = self._read()
        return self.screen

    def goes_on(self, turns: int = 100) -> list[str]:
        """Do what the screen asks for, at most ``turns`` times; return the rulings."""
        ruled = []
        for _ in range(turns):
            if self.screen.endswith(OVER):
                break
            ruled += _rulings(self.type(next_line(self.screen)))
        return ruled

    def ends(self, how: signal.Signals) -> str:
        """Send the process a signal; return what it prints last."""
        self._process.send_signal(how)
        said, _errors = self._process.communicate(timeout=60)
        return str(said)


def _rulings(screen: str) -> list[str]:
    """The lines between what was typed and the next prompt."""
    return screen.split("\n")[1:-1]


@contextmanager
def game(journal: Path, *options: str) -> Iterator[Game]:
    playing = Game(journal, *options)
    try:
        yield playing
    finally:
        playing.ends(signal.SIGKILL)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The rulings of the match that nothing interrupts."""
    with game(tmp_path_factory.mktemp("whole") / "journal.db") as playing:
        return playing.goes_on()


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, signal.SIGHUP, parameter(signal.SIGTERM, quick=False)]
)
def test_a_match_that_was_interrupted_goes_on_and_ends_as_it_would_have(
    tmp_path: Path, whole: list[str], how: signal.Signals
) -> None:
    with game(tmp_path / "cut.db") as playing:
        before = playing.goes_on(turns=5)
        said = playing.ends(how)
    assert ("Interrupted: boxctl play goes on" in said) == (how is not signal.SIGKILL)
    with game(tmp_path / "cut.db") as playing:
        assert "The match goes on where it stood. " in playing.screen
        after = playing.goes_on()
    assert before + after == whole


@pytest.mark.parametrize("how", ["q", "give up", parameter("ctrl-c", quick=False)])
def test_a_match_that_was_left_is_kept_unless_it_was_given_up(tmp_path: Path, how: str) -> None:
    with game(tmp_path / "journal.db") as playing:
        playing.goes_on(turns=3)
        if how == "ctrl-c":
            playing.ends(signal.SIGINT)
        else:
            playing.type(how)
    with game(tmp_path / "journal.db") as playing:
        assert ("The match goes on where it stood" in playing.screen) == (how != "give up")
        assert ("Ann, your turn" in playing.screen) == (how == "give up")


def test_who_wants_a_new_match_gets_one(tmp_path: Path) -> None:
    with game(tmp_path / "journal.db") as playing:
        playing.goes_on(turns=3)
    with game(tmp_path / "journal.db", "--new") as playing:
        assert "Match 1 can still be played: boxctl play --resume 1" in playing.screen
        assert "Ann, your turn" in playing.screen


@pytest.mark.parametrize(
    "options",
    [
        [],
        parameter(["--new"], quick=False),
        parameter(["--set", "scoring=missionary"], quick=False),
    ],
)
def test_a_second_game_at_the_same_time_is_another_match(
    tmp_path: Path, options: list[str]
) -> None:
    with game(tmp_path / "journal.db") as first:
        first.goes_on(turns=3)
        with game(tmp_path / "journal.db", *options) as second:
            assert "Match 1 is played by another program" in second.screen
            assert "can still be played" not in second.screen
            ruled = second.goes_on()
        assert "cannot be played" in "".join(ruled)
        assert first.goes_on(turns=2)


def test_a_journal_that_cannot_be_written_is_said_and_nothing_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "play", "--journal", str(tmp_path / "file/journal.db")],
        input="\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("BX601: the journal ")
    assert "--journal" in line
