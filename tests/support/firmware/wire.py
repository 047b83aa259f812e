"""Two ends of a link and a bad wire between them, in virtual time."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.events import Gap
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.messages import Change, Hello, Throw
from tests.support.firmware.board_model import BoardIdentity, BoardLink

BYTE_US = 87
"""One byte at 115200 baud."""

IDENTITY = BoardIdentity("test 1", dice=2, sides=6)

Noise = Callable[[bytes], bytes]


def quiet(data: bytes) -> bytes:
    return data


@dataclass
class Storm:
    """Loses, flips, doubles and cuts what passes, and puts rubbish in between."""

    chance: random.Random
    often: float
    hits: int = 0

    def __call__(self, data: bytes) -> bytes:
        if self.chance.random() >= self.often:
            return data
        self.hits += 1
        match self.chance.randrange(6):
            case 0:
                return b""
            case 1:
                at = self.chance.randrange(len(data))
                return (
                    data[:at] + bytes([data[at] ^ 1 << self.chance.randrange(8)]) + data[at + 1 :]
                )
            case 2:
                return data + data
            case 3:
                return data[: self.chance.randrange(len(data))]
            case 4:
                return bytes(byte for byte in data if self.chance.random() > 0.1)
            case _:
                rubbish = self.chance.choice([self.chance.randbytes(12), b"0300FFA1", b"\n\n0"])
                return rubbish + data


@dataclass
class Wire:
    """One direction: keeps the order, takes time for every byte."""

    noise: Noise
    _passing: deque[tuple[int, bytes]] = field(default_factory=deque)
    _free: int = 0

    def put(self, data: bytes, now: int) -> None:
        data = self.noise(data)
        if data:
            self._free = max(self._free, now) + BYTE_US * len(data)
            self._passing.append((self._free, data))

    def next(self) -> int | None:
        return self._passing[0][0] if self._passing else None

    def take(self, now: int) -> bytes:
        taken = b""
        while self._passing and self._passing[0][0] <= now:
            taken += self._passing.popleft()[1]
        return taken

    def cut(self) -> None:
        self._passing.clear()


class World:
    """A host and a roller on a wire; ``got`` is what the host was given, in order."""

    def __init__(self, noise: Noise = quiet) -> None:
        self.now = 1_000_000
        self.host = HostLink(self.now, session=5)
        self.roller = BoardLink(IDENTITY, boot=1, series=77, now=self.now)
        self.to_host = Wire(noise)
        self.to_roller = Wire(noise)
        self.got: list[Throw] = []
        self.changes: list[Change] = []
        self.missed: list[Gap] = []
        self.carried: list[CommandOutcome] = []
        self.hellos: list[Hello] = []
        self.connected = True

    @property
    def at_rest(self) -> bool:
        """Whether neither end has anything left to say but that it is there."""
        nothing_passes = self.to_host.next() is None and self.to_roller.next() is None
        # A time that is past means at once; keep-alive is due later than now.
        dues = [self.host.next_deadline(), self.roller.next_deadline()]
        nothing_due = all(due is None or due > self.now for due in dues)
        waiting = self.roller.waiting or self.roller.greeted_by is None
        return nothing_passes and nothing_due and not waiting and self.host.hello is not None

    def settle(self, limit_us: int = 600_000_000) -> None:
        """Run until both ends are at rest."""
        end = self.now + limit_us
        while not self.at_rest:
            assert self.step()
            assert self.now < end, "the link never comes to rest"

    def step(self) -> bool:
        """Run to the next moment at which something happens; False if nothing ever will."""
        if not self.connected:
            return False
        moments = [
            self.host.next_deadline(),
            self.roller.next_deadline(),
            self.to_host.next(),
            self.to_roller.next(),
        ]
        known = [moment for moment in moments if moment is not None]
        if not known:
            return False
        self.now = max(self.now, min(known))
        for news in self.host.receive(self.to_host.take(self.now), self.now):
            match news.what:
                case Throw() as throw:
                    self.got.append(replace(throw, age=0))
                case Change() as change:
                    self.changes.append(replace(change, age=0))
                case CommandOutcome() as carried:
                    self.carried.append(carried)
                case Gap() as missed:
                    self.missed.append(missed)
                case Hello() as hello:
                    self.hellos.append(hello)
        self.host.fell_silent(self.now)
        self.roller.receive(self.to_roller.take(self.now), self.now)
        if due := self.host.outgoing(self.now):
            self.to_roller.put(due, self.now)
        if due := self.roller.outgoing(self.now):
            self.to_host.put(due, self.now)
        return True

    def pass_time(self, us: int) -> None:
        """Run for ``us`` microseconds."""
        end = self.now + us
        while self.now < end and self.step():
            pass
        self.now = max(self.now, end)

    def replug(self) -> None:
        """The cable was out: what was under way is lost, both ends begin again."""
        self.to_host.cut()
        self.to_roller.cut()
        self.host.line_up(self.now)
        self.roller.line_up(self.now)

    def restart_host(self, remembers: bool = True) -> None:
        seen = {throw.series: throw.serial for throw in self.got} if remembers else {}
        self.host = HostLink(self.now, seen, session=self.now)
