"""A loop of asyncio whose time passes at once, as soon as there is nothing else to do."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class VirtualLoop(asyncio.SelectorEventLoop):
    """Begins at 0 s. Nothing that takes time may come from outside: nobody would wait for it."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Skipping(self))

    def time(self) -> float:
        return self.now


class _Skipping(selectors.DefaultSelector):
    """Waits for nothing: what would be waited for is added to the time of the loop."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everything waits for something that nobody does"
            self._loop.now += timeout
        return ready


def in_virtual_time(task: Coroutine[Any, Any, None]) -> None:
    """Run this to its end."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(task)
