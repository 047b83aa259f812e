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
    microseconds. ``next_at`` is the time of the first waiting event, ``decided_at`` the time at
    which it is decided; both are None if none waits. ``next_is_lever`` is whether it is a lever
    change. Not thread-safe.
    """

    def __init__(self, open: TileSet, bump: int) -> None:
        self._open = open
        self._bump = bump
        self._queue: OrderedDict[int, PendingEvent] = OrderedDict()
        self._undecided: dict[int, int] = {}
        self._place = 0
        self._waiting = 0
        self.next_at: int | None = None
        self.decided_at: int | None = None
        self.next_is_lever = False

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
        if len(self._queue) == 1:
            self._note_first()
        return self._place

    def _note_first(self) -> None:
        """Note the times of the first event: they are asked for far more often than it changes."""
        if not self._queue:
            self.next_at = self.decided_at = None
            return
        event = self._queue[next(iter(self._queue))].event
        self.next_at = event.at
        self.next_is_lever = isinstance(event, LeverMoved)
        self.decided_at = event.at + self._bump + 1 if self.next_is_lever else event.at

    def _add_lever(self, heard: PendingEvent, event: LeverMoved) -> None:
        if bool(self._open & tile(event.tile)) == event.open:
            return
        self._open ^= tile(event.tile)
        left = self._undecided.pop(event.tile, None)
        if left is None:
            self._undecided[event.tile] = self._append(heard)
        else:
            del self._queue[left]
            self._note_first()

    @property
    def full(self) -> bool:
        """Whether :data:`MOST_WAITING` is reached. Nothing but levers should be added then."""
        return self._waiting >= MOST_WAITING

    @property
    def levers(self) -> TileSet:
        """The tiles whose levers stand open after all events, decided or not."""
        return self._open

    def take(self) -> PendingEvent:
        """Remove and return the first event, which must be decided by now."""
        _place, heard = self._queue.popitem(last=False)
        self._waiting -= _size(heard)
        if isinstance(heard.event, LeverMoved):
            del self._undecided[heard.event.tile]
        self._note_first()
        return heard


def _size(heard: PendingEvent) -> int:
    event = heard.event
    if isinstance(event, LeverMoved):
        return 0
    values = event.values if isinstance(event, Thrown) else ()
    return 1 + sum(len(value) if isinstance(value, str) else 1 for value in values)
