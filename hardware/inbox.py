"""Where the drivers' threads hand their events over, and the one loop takes them."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from hardware.devices import Clock, DeviceEvent


class Inbox:
    """A queue of events. Any thread, and a signal handler, may put something in."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._queue: SimpleQueue[DeviceEvent | None] = SimpleQueue()

    def hand_over(self, event: DeviceEvent) -> None:
        """Put an event in; never waits and never raises."""
        self._queue.put(event)

    def wake(self) -> None:
        """End the wait of :meth:`take` without an event."""
        self._queue.put(None)

    def take(self, until: int) -> list[DeviceEvent]:
        """Everything that was handed over, in order; waits for the first until ``until``.

        ``until`` is in microseconds of the clock. The list is empty when nothing came, or when
        someone woke the wait.
        """
        wait = max(0, until - self._clock()) / 1_000_000
        try:
            taken = [self._queue.get(timeout=wait)]
        except Empty:
            return []
        while not self._queue.empty():
            taken.append(self._queue.get())
        return [event for event in taken if event is not None]
