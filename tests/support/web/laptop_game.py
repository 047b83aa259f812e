"""``boxctl play --web`` as people start it, line by line, with nobody at its keys."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.request import urlopen

SERVED = re.compile(r"http://127\.0\.0\.1:(\d+)/")
CODE = re.compile(r"act on its page: (\d+)")
FEWEST_WORDS = 10
"""Lines after which a program that has not said its address will not."""


class LaptopGame:
    """A game whose keys nobody presses. A context manager."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self._command: Sequence[str] = (
            sys.executable, "-m", "boxctl", "play", "--plain", "--web", str(port),
            "--journal", str(folder / "journal.db"), *options,
        )  # fmt: skip
        self._program = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"},
        )
        self.port, self.code = self._what_it_says()

    def __enter__(self) -> LaptopGame:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.killed()

    @property
    def address(self) -> str:
        """Where its page is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def told(self) -> tuple[str, dict[str, Any]]:
        """Return the id and the state of its table."""
        with urlopen(f"{self.address}/state.json") as answer:
            told = json.load(answer)
        return told["id"], told["state"]

    @property
    def state(self) -> dict[str, Any]:
        """The state of its table."""
        return self.told()[1]

    def killed(self) -> None:
        """Kill the program, which can do nothing about it."""
        self._program.send_signal(signal.SIGKILL)
        self._program.communicate()

    def _what_it_says(self) -> tuple[int, str]:
        """Return the port and the table's code."""
        assert self._program.stdout is not None
        said = ""
        for _ in range(FEWEST_WORDS):
            said += self._program.stdout.readline()
            port, code = SERVED.search(said), CODE.search(said)
            if port and code:
                return int(port[1]), code[1]
        raise AssertionError(f"it does not say where its page is: {said}")
