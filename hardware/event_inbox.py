"""The queue from the drivers' threads to the one loop."""

from __future__ import annotations

from collections import deque

from groundwork.waker import Waker
from hardware.devices import Clock, DeviceEvent


class EventInbox:
    """A queue of events. Any thread, and a signal handler, may put events in; one takes them."""

    # Not queue.SimpleQueue: its get() can wait for ever when it is woken for an item already taken
    # just as its timeout ends (seen on CPython 3.11).

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._events: deque[DeviceEvent] = deque()
        self._waker = Waker()
        # Whether the wait has to end. Set before the waker and cleared after the wait, so that the
        # waker itself, a call to the kernel, need not be cleared while a lamp waits for its lever.
        self._woken = False

    def hand_over(self, event: DeviceEvent) -> None:
        """Put an event in. Never waits, never raises."""
        self._events.append(event)
        self.wake()

    def wake(self) -> None:
        """End the wait of :meth:`take`, with or without an event."""
        if not self._woken:
            self._woken = True
            self._waker.set()

    def take(self, until: int) -> list[DeviceEvent]:
        """Return all events in order, waiting for the first until ``until`` (microseconds).

        Returns an empty list on timeout, or when :meth:`wake` ended the wait.
        """
        if not self._woken:
            pause = until - self._clock()
            if pause <= 0:
                return []
            # It may still be set for events that were taken already.
            self._waker.clear()
            if not self._woken:
                self._waker.wait(pause / 1_000_000)
        self._woken = False
        taken = []
        while self._events:
            taken.append(self._events.popleft())
        return taken
