"""A host's ear: collects a roller's events and waits for them, never for time to pass."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from queue import Queue
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from firmware_bridge.link.events import BoardState, RollerEvent
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Ability, Cause, Task
from firmware_bridge.protocol.messages import Hello
from groundwork.clock import monotonic_us

PATIENCE = 90.0
"""Seconds until a test that waits gives up; far beyond what a busy machine needs."""

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties: how long an example takes says nothing."""

_E = TypeVar("_E")


class Ear:
    """Opens rollers whose events come here."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.events: Queue[RollerEvent] = Queue()

    def roller(self, port: str, seen: dict[int, int] | None = None) -> SerialBoard:
        return SerialBoard(port, clock=monotonic_us, hand_over=self.hear, seen=seen)

    def hear(self, event: RollerEvent) -> None:
        """All but how things stand, which comes all the time."""
        if not isinstance(event, BoardState):
            self.events.put(event)

    def listen(self, port: str, seen: dict[int, int] | None = None) -> SerialBoard:
        return self._stack.enter_context(self.roller(port, seen))

    def next(self, kind: type[_E]) -> _E:
        """The next event, which must be of this kind."""
        event = self.events.get(timeout=PATIENCE)
        assert isinstance(event, kind), event
        return event


@pytest.fixture
def ear() -> Iterator[Ear]:
    with ExitStack() as stack:
        yield Ear(stack)


def hello(
    boot: int, series: int, first: int, dice: int, sides: int, name: str, change: int = 1
) -> Hello:
    """What a roller says that has no tiles."""
    return Hello(boot, series, first, series + 1, change, 0, Cause.POWER, Task.NONE, dice, sides,
                 0, Ability.THROWS, name)  # fmt: skip
