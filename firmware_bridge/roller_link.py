"""The roller's end of the link: says hello, then each throw until it is acknowledged.

Pure, and the model of what the microcontroller does: one flag (greeted), one timer, one queue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.counts import LineCounts
from firmware_bridge.frames import encode
from firmware_bridge.inbox import Inbox
from firmware_bridge.messages import Ack, Hello, Throw, Welcome, to_payload
from firmware_bridge.pace import retransmission


@dataclass(frozen=True)
class RollerIdentity:
    """What a roller says of itself in every hello. Ranges as in ``messages.Hello``."""

    name: str
    dice: int
    sides: int


class RollerLink:
    """One roller. Times are microseconds of one clock that never goes back.

    ``boot`` is to be different after every restart. ``series`` names its count of throws: a
    roller that forgets its count when it restarts takes a new one. Raises ValueError for numbers
    or an identity out of range.
    """

    def __init__(self, identity: RollerIdentity, boot: int, series: int, now: int) -> None:
        self.counts = LineCounts()
        self._identity = identity
        self._boot = boot
        self._series = series
        self._next_serial = 1
        self._waiting: deque[Throw] = deque()
        self._saying = retransmission()
        self._hello()
        self.line_up(now)

    @property
    def waiting(self) -> tuple[Throw, ...]:
        """The throws that nobody has acknowledged, oldest first."""
        return tuple(self._waiting)

    def line_up(self, now: int) -> None:
        """A line has just been connected: say hello first."""
        self._inbox = Inbox(self.counts)
        self._greeted = False
        self._saying.start(now)

    def restart(self, boot: int, now: int) -> None:
        """Lost power and came back, with count and waiting throws kept in lasting memory."""
        self._boot = boot
        self._hello()
        self.line_up(now)

    def throw(self, values: Sequence[int | None], now: int) -> Throw:
        """Queue a throw, to be sent until it is acknowledged; returns it with its serial.

        Raises ValueError if the roller's dice cannot show ``values``; it may be fewer dice.
        """
        sides = self._identity.sides
        if len(values) > self._identity.dice:
            raise ValueError(f"the roller has {self._identity.dice} dice, not {len(values)}")
        if any(value is not None and value > sides for value in values):
            raise ValueError(f"a die has {sides} sides")
        throw = Throw(self._series, self._next_serial, tuple(values))
        self._next_serial += 1
        self._waiting.append(throw)
        if self._greeted and len(self._waiting) == 1:
            self._saying.start(now)
        return throw

    def receive(self, data: bytes, now: int) -> None:
        """Take the host's answers out of ``data``."""
        for arrival in self._inbox.feed(data, now):
            match arrival.message:
                case Welcome(boot):
                    self._welcomed(boot, now)
                case Ack(series, serial):
                    self._acknowledged(series, serial, now)
                case _:
                    self.counts.out_of_place += 1

    def outgoing(self, now: int) -> bytes:
        """The frame to write now; empty when there is none."""
        if not self._saying.is_due(now):
            return b""
        self._saying.tried(now)
        return encode(to_payload(self._waiting[0] if self._greeted else self._hello()))

    def next_deadline(self) -> int | None:
        """When ``outgoing`` has something to say; None if not before something happens."""
        return self._saying.due

    def _hello(self) -> Hello:
        who = self._identity
        first = self._waiting[0].serial if self._waiting else self._next_serial
        return Hello(self._boot, self._series, first, who.dice, who.sides, who.name)

    def _welcomed(self, boot: int, now: int) -> None:
        if boot != self._boot:
            self._greeted = False
            self._saying.start(now)
        elif not self._greeted:
            self._greeted = True
            self._say_next(now)

    def _acknowledged(self, series: int, serial: int, now: int) -> None:
        before = len(self._waiting)
        # A number that was never given is no acknowledgement of what will once have it.
        if series == self._series and serial < self._next_serial:
            while self._waiting and self._waiting[0].serial <= serial:
                self._waiting.popleft()
        if self._greeted and len(self._waiting) < before:
            self._say_next(now)

    def _say_next(self, now: int) -> None:
        if self._waiting:
            self._saying.start(now)
        else:
            self._saying.stop()
