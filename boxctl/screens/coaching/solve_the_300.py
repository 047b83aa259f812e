"""Solve the table of "The 300" in a process of its own, at low priority, and report progress.

A solve that is stopped is kept, and the next one goes on from there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from threading import Thread

from boxctl.odds.aims import AIMS, AimName
from boxctl.odds.the_300.kept_table import has_numba, is_kept, whole_table
from boxctl.odds.the_300.layout import has_table
from groundwork.faults import Fault
from groundwork.printing import print_lines
from groundwork.system.programs import start_own_module
from groundwork.system.threads import start_thread

LEAST_URGENT = 10
"""The niceness of the process (see nice(1)): others come first."""


def can_solve(name: AimName) -> bool:
    """Return whether the table for this aim can be solved on this machine, and is not kept yet."""
    return has_table(name) and not is_kept(name) and has_numba()


class TableSolving:
    """A table that is being solved. ``wake`` is called in another thread whenever there is news."""

    def __init__(self, name: AimName, wake: Callable[[], object]) -> None:
        self.done = 0.0
        """How much is done, from 0 to 1."""
        self.failed = ""
        """Why there is no table, once that is known."""
        self.over = False
        self._name, self._wake = name, wake
        self._process = start_own_module(__name__, name)
        self.thread = Thread(target=self._follow, name="solving The 300", daemon=True)
        """Reads the reports of the process until it ends."""
        try:
            start_thread(self.thread)
        except Fault:
            self.stop()
            raise

    def stop(self) -> None:
        """End the process."""
        self._process.kill()

    def _follow(self) -> None:
        assert self._process.stdout is not None
        said = ""
        with self._process.stdout as lines:
            for line in lines:
                said = line.decode("utf-8", "replace").strip()
                if said[:2] in ("0.", "1."):
                    self.done = float(said)
                    self._wake()
        ended = self._process.wait()
        if ended or not is_kept(self._name):
            self.failed = said if said[:2] == "BX" else f"exit status {ended}"
        self.over = True
        self._wake()


def main(name: AimName) -> None:
    """Solve and keep the table of an aim; print how much is done, a line each time."""
    # The keys of the terminal mean the program that is played, not this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(LEAST_URGENT)

    def say(line: object) -> None:
        print_lines(str(line), flush=True)

    whole_table(name, say, lambda done: say(f"{done:.3f}"))


if __name__ == "__main__":
    main(next(name for name in AIMS if name == sys.argv[1]))
