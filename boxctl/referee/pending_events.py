"""Events that were heard and are not decided yet.

A lever change is believed only when the bump time has passed without its return (R4.7), and
throws and presses wait for the lever changes before them, so that all is judged in the order in
which it happened.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from boxctl.referee.events import LeverMoved, Pressed, Thrown
from boxctl.rules.tiles import TileSet, tile


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event and the input line that brought it."""

    event: Thrown | LeverMoved | Pressed
    line: int


class PendingEvents:
    """The events that wait to be judged, in the order of their times.

    ``open`` are the levers that stand open at the beginning; ``bump`` is in microseconds.
    """

    def __init__(self, open: TileSet, bump: int) -> None:
        self._open = open
        self._bump = bump
        self._queue: OrderedDict[int, PendingEvent] = OrderedDict()
        self._undecided: dict[int, int] = {}
        self._place = 0

    def add(self, heard: PendingEvent) -> None:
        """Hear an event. Its time is not before that of any event heard earlier."""
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
    def levers(self) -> TileSet:
        """The tiles whose levers stand open after all that was heard."""
        return self._open

    @property
    def next_at(self) -> int | None:
        """When the first waiting event happened."""
        return self._first.event.at if self._first is not None else None

    @property
    def decided_at(self) -> int | None:
        """The time from which on the first waiting event is decided; None when none waits."""
        if self._first is None:
            return None
        event = self._first.event
        return event.at + self._bump + 1 if isinstance(event, LeverMoved) else event.at

    def take(self) -> PendingEvent:
        """The first event, which is decided now."""
        _place, heard = self._queue.popitem(last=False)
        if isinstance(heard.event, LeverMoved):
            del self._undecided[heard.event.tile]
        return heard
