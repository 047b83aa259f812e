"""A roller on a cable, and the program's driver for it: the real ends of the link between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from firmware_bridge.link.events import RollerEvent
from firmware_bridge.link.frames import FrameReader, LineCounts
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import EventTranslator
from hardware.devices import EventSink
from hardware.dice.serial_roller import as_device_event
from tests.support.firmware.board_model import BoardIdentity, BoardLink
from tests.support.firmware.wire import Storm, Wire

Name = tuple[int, int]
"""A throw's series and its serial in it."""


class Noise:
    """A storm on the cable, but for damage that the checksum misses: the link cannot find that."""

    def __init__(self, random: Random, often: float) -> None:
        self._storm = Storm(random, often)

    def __call__(self, data: bytes) -> bytes:
        damaged = self._storm(data)
        return damaged if damaged == data or _payloads(damaged) <= _payloads(data) else b""


def _payloads(data: bytes) -> set[bytes]:
    return {frame.payload for frame in FrameReader(LineCounts()).feed(data + b"\n", 0)}


class RollerDriver:
    """The program's end of the cable: what it hears becomes events of the box.

    ``seen`` maps each series to the last throw of it that the program already has.
    """

    def __init__(self, hand_over: EventSink, now: int, seen: Mapping[int, int]) -> None:
        self.link = HostLink(now, seen, session=now % 0xFFFF_FFFF + 1, keeps=True)
        self._translator = EventTranslator("the cable", self.link)
        self.on_news: Callable[[], None] = lambda: None
        self._hand_over = hand_over

    def kept(self, series: int, serial: int, now: int) -> None:
        """The program has this throw for good."""
        self.link.kept(series, serial, now)
        self.on_news()

    def cable_lost(self, now: int) -> None:
        """The port is gone."""
        self._say(self._translator.gone(now, "the cable is out"))

    def receive(self, data: bytes, now: int) -> None:
        """Take what the cable brings."""
        for news in self.link.receive(data, now):
            for event in self._translator.events(news):
                self._say(event)

    def listen(self, now: int) -> None:
        """Notice if the roller is not heard any more."""
        if self.link.fell_silent(now):
            self._say(self._translator.gone(now, "it does not answer any more"))

    def _say(self, event: RollerEvent) -> None:
        told = as_device_event(event)
        if told is not None:
            self._hand_over(told)


class SimulatedRoller:
    """The roller itself and its cable, which loses and damages messages as often as ``noise``.

    ``throws`` are the values of every throw it has made, by name; ``forgotten`` those of which it
    can tell no more; ``due`` is when something happens next on the cable.
    """

    def __init__(self, most_dice: int, sides: int, noise: float, random: Random, now: int) -> None:
        self.throws: dict[Name, tuple[int | None, ...]] = {}
        self.forgotten: set[Name] = set()
        self.driver: RollerDriver | None = None
        self._identity = BoardIdentity("simulated", most_dice, sides)
        self._random = random
        passing = Noise(random, noise)
        self._wires = self._to_host, self._to_roller = Wire(passing), Wire(passing)
        self._back_at: int | None = None
        self._now = now
        self._switch_on(now)
        self.due = self._next_due()

    def plug_into(self, driver: RollerDriver) -> None:
        """The program that now listens."""
        self.driver = driver
        driver.on_news = self._look_again
        self.due = self._next_due()

    def unplug(self) -> None:
        """The program is gone, and what was on its way to it."""
        self._cut()
        self.driver = None
        self.due = self._next_due()

    @property
    def plugged_at(self) -> int:
        """Since or from when the cable is in."""
        return self._back_at or 0

    def _look_again(self) -> None:
        self.due = self._next_due()

    def throw(self, values: tuple[int | None, ...], now: int) -> None:
        """Dice are thrown; the roller tells of them as soon as it can."""
        throw = self._link.throw(values, now)
        self.throws[throw.series, throw.serial] = values
        self.due = self._next_due()

    @property
    def plugged(self) -> bool:
        """Whether the cable is in at both ends."""
        return self._back_at is None

    def pull_cable(self, now: int, back_at: int) -> None:
        """Someone trips over the cable, and puts it in again later."""
        if self.driver is not None and self.plugged:
            self._cut()
            self._back_at = self.due = back_at
            self.driver.cable_lost(now)

    def restart(self, now: int, *, remembers: bool) -> None:
        """The roller loses its power for a moment; its throws survive that only in memory."""
        self._cut()
        if remembers:
            self._link.restart(self._random.getrandbits(31) + 1, now)
        else:
            self.forgotten.update((throw.series, throw.serial) for throw in self._link.waiting)
            self._switch_on(now)
        self.due = self._next_due()

    @property
    def idle(self) -> bool:
        """Whether the cable is in, and there is nothing to tell but that both ends are there."""
        if not self.plugged or self.driver is None or self.driver.link.hello is None:
            return False
        silent = all(wire.next() is None for wire in self._wires)
        return silent and not self._link.waiting and self._link.greeted_by is not None

    def advance(self, now: int) -> None:
        """Let everything up to now happen."""
        self._now = now
        if self.due is None or now < self.due:
            return
        if self._back_at is not None and self._back_at <= now:
            self._back_at = None
            self._link.line_up(now)
            if self.driver is not None:
                self.driver.link.line_up(now)
        if self.driver is not None and self.plugged:
            self._talk(self.driver, now)
        self.due = self._next_due()

    def _talk(self, driver: RollerDriver, now: int) -> None:
        if arrived := self._to_host.take(now):
            driver.receive(arrived, now)
        driver.listen(now)
        if arrived := self._to_roller.take(now):
            self._link.receive(arrived, now)
        if said := driver.link.outgoing(now):
            self._to_roller.put(said, now)
        if said := self._link.outgoing(now):
            self._to_host.put(said, now)

    def _next_due(self) -> int | None:
        if self._back_at is not None or self.driver is None:
            return self._back_at
        times = [self._link.next_deadline(), self.driver.link.next_deadline()]
        times += [wire.next() for wire in self._wires]
        # A time that is past means at once.
        return min((max(time, self._now) for time in times if time is not None), default=None)

    def _switch_on(self, now: int) -> None:
        boot, series = self._random.getrandbits(31) + 1, self._random.getrandbits(31) + 1
        self._link = BoardLink(self._identity, boot, series, now)

    def _cut(self) -> None:
        for wire in self._wires:
            wire.cut()
