"""Where the drivers' threads hand their events over, and the one loop takes them."""

from __future__ import annotations

from collections import deque

from groundwork.waker import Waker
from hardware.devices import Clock, DeviceEvent


class EventInbox:
    """A queue of events. Any thread, and a signal handler, may put something in."""

    # Not queue.SimpleQueue: when its get() is woken for an item that was taken otherwise, and its
    # time is up just then, it goes on to wait for ever (seen on CPython 3.11).

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._events: deque[DeviceEvent] = deque()
        self._waker = Waker()

    def hand_over(self, event: DeviceEvent) -> None:
        """Put an event in; never waits and never raises."""
        self._events.append(event)
        self.wake()

    def wake(self) -> None:
        """End the wait of :meth:`take`, with or without an event."""
        self._waker.set()

    def take(self, until: int) -> list[DeviceEvent]:
        """Everything that was handed over, in order; waits for the first until ``until``.

        ``until`` is in microseconds of the clock. The list is empty when nothing came, or when
        someone woke the wait.
        """
        if not self._events:
            self._waker.wait((until - self._clock()) / 1_000_000)
        self._waker.clear()
        taken = []
        while self._events:
            taken.append(self._events.popleft())
        return taken
