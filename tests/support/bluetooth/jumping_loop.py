"""An asyncio loop whose time jumps to what is due next as soon as nothing else is to be done."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


MOST_BUSY = 100_000
"""So many rounds of the loop do not belong to one moment."""


class _NeverWaits(selectors.BaseSelector):
    """A selector that passes the loop's waiting on as time that has gone by."""

    def __init__(self) -> None:
        self._real = selectors.DefaultSelector()
        self.now = 0.0
        self._busy = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = self._real.select(0)
        if ready or timeout == 0:
            self._busy += 1
            if self._busy > MOST_BUSY:
                raise AssertionError("somebody works for ever in a moment that does not end")
            return ready
        self._busy = 0
        if timeout is None:
            raise AssertionError("everybody waits, and for nothing")
        self.now += max(timeout, 0)
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def get_map(self) -> Any:
        return self._real.get_map()

    def close(self) -> None:
        self._real.close()


class JumpingLoop(asyncio.SelectorEventLoop):
    """The loop; :meth:`clock` is its time in microseconds."""

    def __init__(self) -> None:
        self._jumping = _NeverWaits()
        super().__init__(self._jumping)
        # Tasks that were due at the same moment must not be a rounding error apart.
        self._clock_resolution = 1e-6

    def time(self) -> float:
        """The seconds that have gone by."""
        return self._jumping.now

    def clock(self) -> int:
        """The microseconds that have gone by."""
        return round(self.time() * 1_000_000)


def run_jumping(work: Coroutine[Any, Any, ResultT], loop: JumpingLoop) -> ResultT:
    """Run this to its end in no time, and close the loop."""
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(work)
