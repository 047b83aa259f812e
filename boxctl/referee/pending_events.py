"""Events that were heard and are not yet decided.

A lever change counts only once the bump time has passed without its return (R4.7). Throws and
presses wait for the lever changes before them, so that everything is judged in the order in which
it happened.
"""

from __future__ import annotations

from collections import OrderedDict

from boxctl.referee.events import LeverMoved, Pressed, Thrown
from boxctl.rules.tiles import TileSet, tile
from groundwork.frozen_dataclass import frozen_dataclass

MOST_WAITING = 100_000
"""The most that may wait, as :meth:`PendingEvents.add` counts it: tens of thousands of throws.

Within a bump time people throw once or twice; only a hostile input comes near.
"""


@frozen_dataclass
class PendingEvent:
    """An event and the number of its input line."""

    event: Thrown | LeverMoved | Pressed
    line: int


class PendingEvents:
    """The events that wait to be judged, in order of time.

    ``open`` are the levers that stand open at the start; ``bump`` is the bump time in
    microseconds. Not thread-safe.
    """

    def __init__(self, open: TileSet, bump: int) -> None:
        self._open = open
        self._bump = bump
        self._queue: OrderedDict[int, PendingEvent] = OrderedDict()
        self._undecided: dict[int, int] = {}
        self._place = 0
        self._waiting = 0

    def add(self, heard: PendingEvent) -> None:
        """Add an event. Its time must not be before that of an event added earlier.

        A press counts 1, a throw 1 more for each die, and for each character of a die that is a
        text. Levers count nothing: there are only so many.
        """
        self._waiting += _size(heard)
        if isinstance(heard.event, LeverMoved):
            self._add_lever(heard, heard.event)
        else:
            self._append(heard)

    def _append(self, heard: PendingEvent) -> int:
        self._place += 1
        self._queue[self._place] = heard
        return self._place

    @property
    def _first(self) -> PendingEvent | None:
        return self._queue[next(iter(self._queue))] if self._queue else None

    def _add_lever(self, heard: PendingEvent, event: LeverMoved) -> None:
        if bool(self._open & tile(event.tile)) == event.open:
            return
        self._open ^= tile(event.tile)
        left = self._undecided.pop(event.tile, None)
        if left is None:
            self._undecided[event.tile] = self._append(heard)
        else:
            del self._queue[left]

    @property
    def full(self) -> bool:
        """Whether :data:`MOST_WAITING` is reached. Nothing but levers should be added then."""
        return self._waiting >= MOST_WAITING

    @property
    def levers(self) -> TileSet:
        """The tiles whose levers stand open after all events, decided or not."""
        return self._open

    @property
    def next_at(self) -> int | None:
        """The time of the first waiting event; None if none waits."""
        return self._first.event.at if self._first is not None else None

    @property
    def decided_at(self) -> int | None:
        """The time at which the first waiting event is decided; None if none waits."""
        if self._first is None:
            return None
        event = self._first.event
        return event.at + self._bump + 1 if isinstance(event, LeverMoved) else event.at

    def take(self) -> PendingEvent:
        """Remove and return the first event, which must be decided by now."""
        _place, heard = self._queue.popitem(last=False)
        self._waiting -= _size(heard)
        if isinstance(heard.event, LeverMoved):
            del self._undecided[heard.event.tile]
        return heard


def _size(heard: PendingEvent) -> int:
    event = heard.event
    if isinstance(event, LeverMoved):
        return 0
    values = event.values if isinstance(event, Thrown) else ()
    return 1 + sum(len(value) if isinstance(value, str) else 1 for value in values)
