"""Ends ``boxctl run`` in the middle of a match inside the virtual Pi, and starts it again there.

The first program is killed, as by a pulled plug, while a throw is half answered, with the 5 down.
The simulated lines go up when they are claimed anew, as if someone had stood the 5 up meanwhile.
The game is one of the house, whose file is deleted meanwhile. It prints a report as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING

from tests.support.firmware.pty_roller import PtyRoller
from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.match import summary
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator

DIRECTORY = Path("/run/interrupted")


class Lines:
    """The lines of a stream, as they come."""

    def __init__(self, stream: IO[str]) -> None:
        self.all: list[str] = []
        self._queue: SimpleQueue[str] = SimpleQueue()
        self._reader = Thread(target=self._read, args=(stream,), daemon=True)
        self._reader.start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._queue.put(line.rstrip("\n"))

    def wait_for_end(self) -> None:
        """Wait until the stream has ended."""
        self._reader.join(PATIENCE)

    def wait_for(self, what: str, patience: float = PATIENCE) -> None:
        """Wait until a line with this in it has come, for so many seconds at most for each."""
        while not any(what in line for line in self.all):
            try:
                self.wait_for_more(patience)
            except Empty:
                raise RuntimeError(f"no {what!r} after {self.all}") from None

    def wait_for_more(self, patience: float = PATIENCE) -> None:
        """Wait until another line has come. Raises :class:`queue.Empty` if none does."""
        self.all.append(self._queue.get(timeout=patience))

    def take_what_is_there(self) -> None:
        """Take the lines that have come."""
        while not self._queue.empty():
            self.all.append(self._queue.get())


class Program:
    """One ``boxctl run``."""

    def __init__(self, config: Path, *more: str) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "boxctl", "run", "--lines"),
                *("--config", str(config), "--journal", str(DIRECTORY / "journal.db")),
                *more,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_RUNTIME_DIR": str(DIRECTORY)},
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.rulings, self.words = Lines(self.process.stdout), Lines(self.process.stderr)

    @property
    def ruled(self) -> list[str]:
        return [summary(json.loads(line)) for line in self.rulings.all]


@contextmanager
def program(config: Path, end: signal.Signals) -> Iterator[Program]:
    running = Program(config)
    try:
        yield running
    finally:
        running.process.send_signal(end)
        running.process.wait(timeout=PATIENCE)


def main() -> int:
    """Play, pull the plug, move a lever, start again and go on."""
    DIRECTORY.mkdir()
    tiles = [Wire(pin) for pin in THE_MATCH.tiles]
    with PtyRoller(THE_MATCH.dice) as roller:
        config, game = DIRECTORY / "box.toml", DIRECTORY / "variants" / "crown.toml"
        game.parent.mkdir()
        game.write_text('title = "The Crown"\n')
        config.write_text(THE_MATCH.box_toml(roller.port).replace('"classic"', '"The Crown"'))
        with program(config, signal.SIGKILL) as first:
            first.rulings.wait_for('"ready"')
            roller.throw((3, 4))
            first.rulings.wait_for('"throw"')
            tiles[4].bounce(3, high=False)
            first.rulings.wait_for('"pending"')
        game.unlink()
        with program(config, signal.SIGTERM) as second:
            second.words.wait_for("interrupted")
            roller.throw((1, 1))
            time.sleep(0.3)
            tiles[4].bounce(2, high=False)
            second.words.wait_for("the levers are right")
            second.rulings.wait_for('"void"')
            tiles[1].bounce(1, high=False)
            second.rulings.wait_for('"committed"')
        anew = Program(config, "--new")
        anew.process.wait(timeout=PATIENCE)
        anew.words.wait_for_end()
        anew.words.take_what_is_there()
    report = {
        "first": first.ruled,
        "second": second.ruled,
        "words": second.words.all,
        "killed": first.process.returncode,
        "status": second.process.returncode,
        "anew": [anew.process.returncode, *anew.words.all],
    }
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
