"""A program on a terminal of its own: what it shows, what is typed, how it leaves the terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

PATIENCE = 60.0
"""Seconds without output after which a program counts as stuck; an upper bound only."""


LOOK_EVERY = 0.05
"""Seconds between two checks whether the program has ended."""


class Terminal:
    """One program and its pseudo-terminal.

    The kernel tells it by SIGHUP that the terminal has gone only if that ``controls`` it.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        columns: int,
        lines: int,
        *,
        controls: bool = True,
        module: str = "boxctl",
        **environment: str,
    ):
        self._ours, theirs = pty.openpty()
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        self._theirs = theirs
        self.before = termios.tcgetattr(theirs)
        self.output = ""
        self._is_closed = False
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment,
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controls else None,
        )

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def reads(self, least: int = 1) -> bool:
        """Read what is shown; False once the program has ended and everything was read."""
        waited = 0
        while least > 0:
            read = self._reads_now()
            waited = 0 if read else waited + 1
            assert waited < PATIENCE / LOOK_EVERY, f"it shows nothing more: {self.output[-2000:]}"
            least -= read
            if not read and self.process.poll() is not None:
                return False
        return True

    def _reads_now(self) -> int:
        """Read what is shown already, or within a moment; return how much it was."""
        ready, _, _ = select.select([self._ours], [], [], LOOK_EVERY)
        if not ready:
            return 0
        read = os.read(self._ours, 65536).decode(errors="replace")
        self.output += read
        return len(read)

    def stops(self) -> None:
        """Wait until the program has stopped, as Ctrl-Z makes it: it may have to be read first."""
        for _look in range(int(PATIENCE / LOOK_EVERY)):
            stopped, status = os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)
            if stopped:
                assert os.WIFSTOPPED(status)
                return
            self._reads_now()
        raise AssertionError(f"it does not stop: {self.output[-2000:]}")

    def shows(self, text: str) -> None:
        """Wait until this is shown (spaces may be moves of the cursor)."""
        pattern = re.compile(r"(?:\s|\x1b\[[\d;]*[A-Za-z])*".join(map(re.escape, text.split())))
        while not pattern.search(self.output):
            assert self.reads(), f"it ended without showing {text!r}: {self.output[-2000:]}"

    def ends(self) -> int:
        """Wait until the program has ended; return its exit status."""
        while self.reads():
            pass
        return self.process.wait(PATIENCE)

    @property
    def is_sane(self) -> bool:
        """Whether the terminal is as it was: its modes, its screen, its cursor, no mouse."""
        modes = dict(re.findall(r"\x1b\[\?(\d+)([hl])", self.output))
        rests = {"1049": "l", "25": "h", "1000": "l", "1003": "l", "1006": "l", "2004": "l"}
        return termios.tcgetattr(self._theirs) == self.before and all(
            modes.get(mode, rest) == rest for mode, rest in rests.items()
        )

    def hangs_up(self) -> int:
        """Close the terminal as a closed window does; return the program's exit status."""
        self._close_terminal()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._close_terminal()

    def _close_terminal(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            os.close(self._ours)
            os.close(self._theirs)


@contextmanager
def on_terminal(
    *arguments: str,
    columns: int = 80,
    lines: int = 24,
    controls: bool = True,
    module: str = "boxctl",
    **environment: str,
) -> Iterator[Terminal]:
    terminal = Terminal(arguments, columns, lines, controls=controls, module=module, **environment)
    try:
        yield terminal
    finally:
        terminal.close()
