"""The loop of a table: wait for an event or for what is due, then take a step; tell systemd.

systemd names a socket in NOTIFY_SOCKET if it wants notices, and in WATCHDOG_USEC the microseconds
within which it has to hear that the program is alive, as sd_notify(3) does. No library is needed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from boxctl.table.runtime import Runtime
from groundwork.waker import Waker
from hardware.devices import Clock, DeviceEvent

if TYPE_CHECKING:
    from socket import socket


class SystemdNotifier:
    """Reports the state of the table to systemd, if that asks for it. Never waits or raises.

    It is :class:`Timed`, and only the loop advances it: a loop that hangs is not reported alive.
    """

    def __init__(self, environment: Mapping[str, str], clock: Clock) -> None:
        self._clock = clock
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._socket = _datagrams() if self._address else None
        self._patience = _patience(environment) if self._address else None
        self._said_at = clock()

    @property
    def due(self) -> int | None:
        """The box time by which systemd must hear that the loop is alive; None for never."""
        return None if self._patience is None else self._said_at + self._patience // 2

    def advance(self, now: int) -> None:
        """Tell systemd that the loop is alive, if it is time to."""
        # The loop wakes by itself about once a second: no wake-up is needed for this alone.
        if self._patience is not None and now - self._said_at >= self._patience // 4:
            self._said_at = now
            self._say("WATCHDOG=1")

    def ready(self) -> None:
        """Tell systemd that the table can be played at, for the first time or again."""
        self._say("READY=1\nSTATUS=the table can be played at")

    def reloading(self) -> None:
        """Tell systemd that the settings are being read again."""
        self._say(f"RELOADING=1\nMONOTONIC_USEC={self._clock()}")

    def stopping(self) -> None:
        """Tell systemd that the table is being closed, and close the socket."""
        self._say("STOPPING=1")
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, state: str) -> None:
        if self._socket is not None:
            try:
                self._socket.sendto(state.encode(), self._address)
            except OSError:
                # Nobody listens, and there is nobody else to tell.
                return


def _datagrams() -> socket:
    from socket import AF_UNIX, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK, socket

    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK)


def _address(name: str) -> str:
    """Return the socket's address: a leading @ stands for the zero byte of an abstract one."""
    return f"\0{name[1:]}" if name.startswith("@") else name


def _patience(environment: Mapping[str, str]) -> int | None:
    """Return the watchdog timeout in microseconds; None without a watchdog."""
    asked = environment.get("WATCHDOG_USEC", "")
    for_us = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    return int(asked) if asked.isdecimal() and int(asked) > 0 and for_us else None


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
