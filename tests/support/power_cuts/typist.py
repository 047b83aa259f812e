"""Somebody who plays ``boxctl play`` over pipes and reads the screen."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import IO

from tests.support.screens.plain_prompt import OVER, TILES_ASKED, read_to_the_prompt


class Typist:
    """Starts the program and waits for its first prompt; leaving the context waits for its end.

    ``arguments`` are those of ``boxctl play``; ``screen`` is what it has printed since the last
    line was typed.
    """

    def __init__(self, journal: Path, arguments: Sequence[str], environment: Mapping[str, str]):
        self._game = subprocess.Popen(
            [sys.executable, "-m", "boxctl", "play", "--journal", journal, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=dict(environment),
        )
        self.screen = self._reads()

    def __enter__(self) -> Typist:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._game:
            if fault is not None:
                self._game.kill()

    @property
    def over(self) -> bool:
        """Whether the match is over, by what the screen says."""
        return self.screen.endswith(OVER)

    def types(self, line: str) -> None:
        """Type a line and read what comes of it, up to the next prompt."""
        self._keys.write(line + "\n")
        self._keys.flush()
        self.screen = self._reads()

    def plays(self, next_line: Callable[[Typist], str], lines: int) -> None:
        """Type so many lines, unless the match is over before."""
        for _ in range(lines):
            if self.over:
                return
            self.types(next_line(self))

    def leaves(self) -> None:
        """Quit, and read what is said last."""
        self.types("q")

    def pulls_the_plug(self) -> None:
        """The program is killed."""
        self._game.send_signal(signal.SIGKILL)

    def is_interrupted(self) -> None:
        """The system ends the program, as when it shuts down."""
        self._game.send_signal(signal.SIGTERM)
        self._screen.read()

    @property
    def _keys(self) -> IO[str]:
        assert self._game.stdin is not None
        return self._game.stdin

    @property
    def _screen(self) -> IO[str]:
        assert self._game.stdout is not None
        return self._game.stdout

    def _reads(self) -> str:
        return read_to_the_prompt(self._screen)


def plain(typist: Typist) -> str:
    """What a player types who never makes a mistake and takes the last move of the list."""
    if not typist.screen.endswith(TILES_ASKED):
        return ""
    typist.types("moves")
    told = re.search(r"^(?:One way|\d+ ways|To go): (.*)\.$", typist.screen, re.MULTILINE)
    # The last has the most tiles, and so the most rulings.
    return " ".join(re.findall(r"\d+", told[1].split(", or ")[-1])) if told else ""


def clumsy(chance: Random) -> Callable[[Typist], str]:
    """A player who now and then flips another tile first, and has to put it back."""

    def next_line(typist: Typist) -> str:
        if typist.screen.endswith(TILES_ASKED) and chance.random() < 0.4:
            typist.types(str(chance.randint(1, 9)))
        return plain(typist)

    return next_line
