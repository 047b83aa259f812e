"""The ticker of the plain game: real time, in a loop that sleeps."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.screens.laptop.ticker import Beat
from groundwork.clock import monotonic_us
from groundwork.waker import Waker


class LineTicker:
    """Beats in the thread that calls :meth:`run`, when a beat is due or it is woken."""

    def __init__(self) -> None:
        self._waker = Waker()
        self._beat: Beat | None = None
        self._due: int | None = None

    def now(self) -> int:
        """Return the time of CLOCK_MONOTONIC in microseconds."""
        return monotonic_us()

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
            seconds = None if self._due is None else (self._due - self.now()) / 1_000_000
            self._waker.wait(seconds)
            self._waker.clear()
            self._beat()
