"""The loop: wait for an event or for what is due, then take a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from boxctl.table.runtime import Runtime
from hardware.devices import DeviceEvent


class Timed(Protocol):
    """Something that acts at times of its own, such as a virtual box. Times are box times."""

    @property
    def due(self) -> int | None:
        """The time at which it acts next; None for never."""
        ...

    def advance(self, now: int) -> None:
        """Do everything that is due by ``now``."""
        ...


class AllTimed:
    """Several timed things as one."""

    def __init__(self, *parts: Timed) -> None:
        self._parts = parts

    @property
    def due(self) -> int | None:
        """The time at which the first of them acts next; None for never."""
        return min((due for part in self._parts if (due := part.due) is not None), default=None)

    def advance(self, now: int) -> None:
        """Do everything that is due by ``now``."""
        for part in self._parts:
            part.advance(now)


class EventSource(Protocol):
    """The inbox in which events of devices wait for the loop."""

    def take(self, until: int) -> list[DeviceEvent]:
        """Return everything handed over; wait until this box time for the first event at most."""
        ...


def run(
    runtime: Runtime,
    inbox: EventSource,
    clock: Callable[[], int],
    stopped: Callable[[], bool],
    also: Timed | None = None,
) -> None:
    """Play until ``stopped``: wait for an event or for what is due, then take a step."""
    while not stopped():
        dues = [runtime.due, also.due if also is not None else None]
        events = inbox.take(min(due for due in dues if due is not None))
        take_step(runtime, inbox, clock(), also, events)


def take_step(
    runtime: Runtime,
    inbox: EventSource,
    now: int,
    also: Timed | None = None,
    events: Sequence[DeviceEvent] = (),
) -> None:
    """Take one step with these events and those that ``also`` causes by ``now``; never wait."""
    if also is None:
        runtime.step(now, events)
        return
    # The lamps come first: ``also`` may take its time.
    others = runtime.light_at_once(now, events)
    also.advance(now)
    runtime.step(now, [*others, *inbox.take(now)])
