"""The ticker of the plain game: real time, in a loop that sleeps."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.screens.laptop.ticker import Beat
from groundwork.clock import monotonic_us
from groundwork.waker import Waker

MOST_SKIPPED = 1_000_000
"""The longest wait that is skipped, in microseconds: longer ones are for the disk or for people."""

FOR_OTHERS = 0.001
"""How long the other threads are let get on before time is skipped, in seconds."""


class LineTicker:
    """Beats in the thread that calls :meth:`run`, when a beat is due or it is woken.

    ``hurried``: nobody watches, so its clock skips the short waits of tiles, dice and robots.
    """

    def __init__(self, *, hurried: bool = False) -> None:
        self._hurried = hurried
        self._ahead = 0
        self._waker = Waker()
        self._beat: Beat | None = None
        self._due: int | None = None

    def now(self) -> int:
        """Return the time of CLOCK_MONOTONIC in microseconds, and what was skipped."""
        return monotonic_us() + self._ahead

    def start(self, beat: Beat) -> None:
        """Call ``beat`` at each beat from now on."""
        self._beat = beat

    def beat_at(self, due: int | None) -> None:
        """Set when the next beat is due."""
        self._due = due

    def wake(self) -> None:
        """Beat soon. Safe from any thread."""
        self._waker.set()

    def stop(self) -> None:
        """Forget the beat."""
        self._beat = self._due = None

    def run(self, ended: Callable[[], bool]) -> None:
        """Beat until it has ended."""
        while self._beat is not None and not ended():
            self._wait()
            self._waker.clear()
            self._beat()

    def _wait(self) -> None:
        wait = None if self._due is None else self._due - self.now()
        if wait is None or wait <= 0 or not (self._hurried and wait <= MOST_SKIPPED):
            self._waker.wait(None if wait is None else wait / 1_000_000)
        elif not self._waker.wait(FOR_OTHERS):
            self._ahead += wait
