"""The ticker of a screen: a clock, and the beats at which everything due is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Protocol

from groundwork.clock import monotonic_us

Beat = Callable[[], None]


class Ticker(Protocol):
    """A clock in microseconds that calls a beat when one is due, or when it is woken."""

    def now(self) -> int:
        """Return the time in microseconds."""
        ...

    def start(self, beat: Beat) -> None:
        """Call ``beat`` at each beat from now on."""
        ...

    def beat_at(self, due: int | None) -> None:
        """Set when the next beat is due if nothing wakes it earlier; None for never."""
        ...

    def wake(self) -> None:
        """Beat soon. Safe from any thread."""
        ...

    def stop(self) -> None:
        """End the beats."""
        ...


class AsyncioTicker:
    """A ticker in real time, within a running asyncio loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._context: Context | None = None
        self._beat: Beat | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._woken = False

    def now(self) -> int:
        """Return the time of CLOCK_MONOTONIC in microseconds."""
        return monotonic_us()

    def start(self, beat: Beat) -> None:
        """Beat in the loop that is running, in the context of the caller."""
        self._loop, self._context = asyncio.get_running_loop(), copy_context()
        self._beat = beat

    def beat_at(self, due: int | None) -> None:
        """Set the timer."""
        if self._timer is not None:
            self._timer.cancel()
        if due is not None and self._loop is not None:
            wait = max(0, due - self.now()) / 1_000_000
            self._timer = self._loop.call_later(wait, self._run, context=self._context)

    def wake(self) -> None:
        """Beat as soon as the loop comes to it, once for any number of calls."""
        if self._loop is not None and not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop is closed: the screen is gone
                self._loop.call_soon_threadsafe(self._run, context=self._context)

    def stop(self) -> None:
        """Cancel the timer and forget the beat."""
        self.beat_at(None)
        self._beat = None

    def _run(self) -> None:
        self._woken = False
        if self._beat is not None:
            self._beat()
