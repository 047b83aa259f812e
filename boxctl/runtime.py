"""The one loop that changes anything: devices → settling → referee → lamps and words.

Driver threads only hand events over. :class:`Runtime` does the work one step at a time, at times
that are given to it, and never waits; :func:`run` does the waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Protocol

from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import TileSet, tile
from boxctl.scenes import lamps, next_blink
from hardware.devices import (
    Box,
    Contact,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceRolled,
    Edge,
)
from hardware.settling import Settling

LONG_PRESS = 600_000
"""From this time on, in microseconds, a press of the roll button is a long one."""

Say = Callable[[Ruling], None]
Notice = Callable[[DeviceLost | DeviceBack], None]


class Runtime:
    """Plays one table on one box.

    ``known`` is a reading of the box at ``now`` that the caller believes. ``say`` is called with
    every ruling, ``notice`` with every device that is lost or back.

    All times are in microseconds on the box's clock. The referee's time begins at ``now``.
    """

    def __init__(
        self,
        box: Box,
        referee: Referee,
        known: Mapping[Contact, bool],
        now: int,
        say: Say,
        notice: Notice,
    ) -> None:
        self._box = box
        self._referee = referee
        self._start = now
        self._say = say
        self._notice = notice
        self._settling = Settling(known, now, box.quiet)
        self._seen = self._open_tiles(known)
        self._waiting: list[tuple[int, int, Event]] = []
        self._order = 0
        self._now = now
        self._roll_pressed_at = now
        self._announce(referee.begin())
        self._light()

    @property
    def referee(self) -> Referee:
        """The referee of the table."""
        return self._referee

    @property
    def at_rest(self) -> bool:
        """Whether everything that has happened is ruled on; a move may still settle."""
        nothing_waits = not self._waiting and not self._referee.undecided
        return nothing_waits and not self._settling.restless

    @property
    def due(self) -> int:
        """When :meth:`step` has something to do even if no event comes."""
        times = [self._settling.due]
        if not self._settling.restless:
            # While a contact is restless nothing later can be judged, however long it is due.
            times += [self._start + due for due in [self._referee.due] if due is not None]
            times += [at for at, _order, _event in self._waiting[:1]]
        blink = next_blink(self._seen, self._referee.play.put_back, self._now)
        return min([*times, blink] if blink is not None else times)

    def step(self, now: int, events: Iterable[DeviceEvent]) -> None:
        """Take in what was handed over by now, rule on what can be ruled, light the lamps."""
        self._now = now
        for event in events:
            self._take_in(event)
        self._light()
        if self._something_to_judge(now):
            # A lever can have moved without its edge being here yet, so nothing is judged before
            # the box has been read.
            self._read(now)
            self._judge(self._settling.horizon(now))
            self._light()

    def _take_in(self, event: DeviceEvent) -> None:
        if isinstance(event, Edge):
            # An edge of the future would never settle; no clock of ours gives one.
            self._settling.edge(event.contact, min(event.at, self._now))
            self._see(event.contact, event.on)
        elif isinstance(event, DiceRolled):
            self._wait(Thrown(event.at, event.values))
        else:
            self._notice(event)

    def _something_to_judge(self, now: int) -> bool:
        ruling_due = self._referee.due
        return (
            bool(self._waiting)
            or self._settling.due <= now
            or (ruling_due is not None and ruling_due + self._start <= now)
        )

    def _read(self, now: int) -> None:
        states = self._box.read()
        for change in self._settling.read(states, now):
            self._settled(change.at, change.contact, change.on)
        self._seen = self._open_tiles(states)

    def _settled(self, at: int, contact: Contact, on: bool) -> None:
        if isinstance(contact, int):
            if self._is_played(contact):
                self._wait(LeverMoved(at, contact, on))
        elif contact == "roll":
            self._roll(at, pressed=on)
        elif on:
            self._wait(Pressed(at, contact))

    def _roll(self, at: int, *, pressed: bool) -> None:
        """The roll button throws when it is let go: held long, the fewest dice allowed."""
        if pressed or self._box.dice is None:
            self._roll_pressed_at = at
            return
        play = self._referee.play
        held_long = at - self._roll_pressed_at >= LONG_PRESS
        count = play.counts[0 if held_long else -1]
        self._wait(Thrown(at, self._box.dice.roll(count, play.rules.dice.sides)))

    def _wait(self, event: Event) -> None:
        self._order += 1
        heappush(self._waiting, (event.at, self._order, event))

    def _judge(self, horizon: int) -> None:
        while self._waiting and self._waiting[0][0] <= horizon:
            _at, _order, event = heappop(self._waiting)
            self._hear(event)
        self._hear(TimePassed(horizon))

    def _hear(self, event: Event) -> None:
        # What comes to light late is judged as having happened now: time never goes back.
        at = max(event.at - self._start, self._referee.clock)
        self._announce(self._referee.hear(_at_time(event, at)))

    def _announce(self, rulings: Iterable[Ruling]) -> None:
        for ruling in rulings:
            self._say(ruling)

    def _see(self, contact: Contact, on: bool) -> None:
        if isinstance(contact, int) and self._is_played(contact):
            self._seen = self._seen | tile(contact) if on else self._seen & ~tile(contact)

    def _is_played(self, number: int) -> bool:
        """A box may have more tiles than the variant: the others are as if they were not there."""
        return number <= self._referee.play.rules.tiles

    def _open_tiles(self, states: Mapping[Contact, bool]) -> TileSet:
        return open_tiles(states) & self._referee.play.rules.on_the_box

    def _light(self) -> None:
        self._box.lamps.show(lamps(self._seen, self._referee.play.put_back, self._now))


class Timed(Protocol):
    """Something that acts by itself at a time: a virtual box."""

    @property
    def due(self) -> int | None:
        """When it acts next."""
        ...

    def advance(self, now: int) -> None:
        """Let everything up to now happen."""
        ...


class Inbox(Protocol):
    """Where the devices' events wait for the loop."""

    def take(self, until: int) -> list[DeviceEvent]:
        """Everything handed over, waiting for the first until this time; may be empty."""
        ...


def run(
    runtime: Runtime,
    inbox: Inbox,
    clock: Callable[[], int],
    stopped: Callable[[], bool],
    also: Timed | None = None,
) -> None:
    """Play until ``stopped``: wait for an event or for what is due, then take a step."""
    while not stopped():
        dues = [runtime.due, also.due if also is not None else None]
        events = inbox.take(min(due for due in dues if due is not None))
        now = clock()
        if also is not None:
            also.advance(now)
            events += inbox.take(now)
        runtime.step(now, events)


def open_tiles(states: Mapping[Contact, bool]) -> TileSet:
    """The tiles that stand open in a reading of the box."""
    return sum(tile(contact) for contact, on in states.items() if isinstance(contact, int) and on)


def _at_time(event: Event, at: int) -> Event:
    match event:
        case Thrown(values=values):
            return Thrown(at, values)
        case LeverMoved(tile=number, open=open):
            return LeverMoved(at, number, open)
        case Pressed(button=button):
            return Pressed(at, button)
        case TimePassed():
            return TimePassed(at)
