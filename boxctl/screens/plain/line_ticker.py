"""The ticker of the plain game: real time, in a loop that sleeps."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.screens.laptop.ticker import Beat
from groundwork.clock import monotonic_us
from groundwork.waker import Waker

MOST_SKIPPED = 1_000_000
"""The longest wait that is skipped, in microseconds: longer ones are for people."""

FOR_OTHERS = 0.001
"""The time that other threads are given before time is skipped, in seconds."""


class LineTicker:
    """Beats in the thread that calls :meth:`run`, when a beat is due or it is woken."""

    def __init__(self) -> None:
        self._may_skip: Callable[[], bool] = bool
        self._ahead = 0
        self._waker = Waker()
        self._beat: Beat | None = None
        self._due: int | None = None

    def now(self) -> int:
        """Return the time of CLOCK_MONOTONIC in microseconds, and what was skipped."""
        return monotonic_us() + self._ahead

    def hurry(self, may_skip: Callable[[], bool]) -> None:
        """Skip the short waits of tiles, dice and robots from now on, as nobody watches.

        ``may_skip`` tells whether nothing real is waited for, such as the disk, which takes its
        time however fast this clock runs.
        """
        self._may_skip = may_skip

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
        short = wait is not None and 0 < wait <= MOST_SKIPPED
        if wait is None or not short or not self._may_skip():
            self._waker.wait(None if wait is None else wait / 1_000_000)
        elif not self._waker.wait(FOR_OTHERS):
            self._ahead += wait
