"""A board that floods its line in every way there is, and the host that listens to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from firmware_bridge.link.events import AT_A_TABLE, RollerEvent, RollerUp
from firmware_bridge.link.frames import encode
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.to_events import EventTranslator
from firmware_bridge.protocol.constants import Ability, Cause, Task
from firmware_bridge.protocol.messages import Change, Hello, State, Throw, to_payload
from groundwork.dice import DiceRolled
from hardware.devices import DeviceBack, DeviceEvent
from hardware.dice.serial_roller import as_device_event, identity_of

SECOND = 1_000_000
BETWEEN = 2_000
"""Microseconds between two messages: about as many as the line carries."""

Flood = Iterator[bytes]


def frame(message: Hello | Throw | Change | State) -> bytes:
    return encode(to_payload(message))


def greeting(
    boot: int = 1, first: int = 1, name: str = "tower", change: int = 1, series: int = 77
) -> bytes:
    return frame(
        Hello(boot, series, first, series + 1, change, 0, Cause.POWER, Task.NONE, 2, 6, 0,
              Ability.THROWS | Ability.LASTING, name)
    )  # fmt: skip


def hellos_of_ever_new_boots() -> Flood:
    return (greeting(boot) for boot in count(2))


def two_names_in_turn() -> Flood:
    return (greeting(name=f"tower {number % 2}") for number in count())


def versions() -> Flood:
    return (encode(bytes([1, 3 + number % 200]) + b" strange") for number in count())


def a_version_and_a_good_hello_in_turn() -> Flood:
    return (greeting() if number % 2 else encode(b"\x01\x09 strange") for number in count())


def throws() -> Flood:
    yield greeting()
    yield from (frame(Throw(77, serial, 0, (3, 4))) for serial in count(1))


def throws_said_often() -> Flood:
    yield greeting()
    for serial in count(1):
        yield from [frame(Throw(77, serial, 0, (3, 4)))] * 20


def a_series_for_each_throw() -> Flood:
    for series in count(100):
        yield greeting(series, series=series)
        yield frame(Throw(series, 1, 0, (6, 6)))


def gaps() -> Flood:
    return (greeting(first=first) for first in count(1, 2))


def gaps_of_changes() -> Flood:
    return (greeting(change=change) for change in count(1, 2))


def changes() -> Flood:
    yield greeting()
    yield from (frame(Change(78, number, 0, 1 + number % 24, number % 2)) for number in count(1))


def states_of_ever_other_health() -> Flood:
    yield greeting()
    yield from (frame(State(1, 0, n, n % 4, 0, n % 65536, 0, 0)) for n in count())


def beyond_the_window() -> Flood:
    for boot in count(1):
        yield greeting(boot)
        yield frame(Throw(77, 1_000_000 + boot, 0, (6, 6)))


FLOODS: list[Callable[[], Flood]] = [
    hellos_of_ever_new_boots,
    two_names_in_turn,
    versions,
    a_version_and_a_good_hello_in_turn,
    throws,
    throws_said_often,
    a_series_for_each_throw,
    gaps,
    gaps_of_changes,
    changes,
    states_of_ever_other_health,
    beyond_the_window,
]


class Listening:
    """A host that listens to a flood, and keeps every throw at once."""

    def __init__(self, *, pairs: bool = False) -> None:
        self._pairs = pairs
        self.now = SECOND
        self.link = HostLink(self.now, session=5, keeps=True, rates=AT_A_TABLE)
        self._translator = EventTranslator("the cable", self.link)
        self.events: Counter[str] = Counter()

    def hear(self, data: bytes) -> list[RollerEvent]:
        told = []
        for news in self.link.receive(data, self.now):
            for event in self._translator.events(news):
                self.events[type(event).__name__] += 1
                told.append(event)
                if isinstance(event, DiceRolled):
                    self.link.kept(event.series, event.serial, self.now)
        self.link.outgoing(self.now)
        return told

    def reaches_table(self, data: bytes) -> list[DeviceEvent]:
        """What of these bytes reaches the table."""
        reached = []
        for event in self.hear(data):
            told = as_device_event(event)
            if self._pairs and isinstance(event, RollerUp) and isinstance(told, DeviceBack):
                told = replace(told, board=identity_of(event.hello))
            if told is not None:
                reached.append(told)
        return reached

    def flooded(self, flood: Flood, seconds: int) -> list[DeviceEvent]:
        """What of a flood reaches the table."""
        reached = []
        end = self.now + seconds * SECOND
        while self.now < end:
            self.now += BETWEEN
            reached += self.reaches_table(next(flood))
        return reached
