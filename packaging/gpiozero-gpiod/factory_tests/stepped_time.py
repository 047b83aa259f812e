"""Time that passes only in steps, for one thread that waits on a condition."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Event

PATIENCE_S = 120.0
"""How long the thread may take to wait again; an upper bound only."""


class SteppedTime:
    """Give :meth:`clock` and :meth:`wait` to the thread, and call :meth:`step` from another."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._due: tuple[Condition, float] | None = None
        self._waits = Event()

    def clock(self) -> float:
        """The seconds that have passed."""
        return self._now_s

    def wait(self, condition: Condition, seconds: float | None) -> None:
        """Wait until the condition, which is held, is notified, or for seconds in steps."""
        self._due = None if seconds is None else (condition, self._now_s + seconds)
        self._waits.set()
        condition.wait()

    def step(self, seconds: float) -> None:
        """Let time pass; return when a thread whose time has come waits again."""
        self._now_s += seconds
        while self._due is not None and self._due[1] <= self._now_s:
            condition = self._due[0]
            with self.until_it_waits(), condition:
                self._due = None
                condition.notify()

    @contextmanager
    def until_it_waits(self) -> Iterator[None]:
        """After what is done inside, wait until the thread waits."""
        self._waits.clear()
        yield
        assert self._waits.wait(PATIENCE_S), "the thread does not wait again"
