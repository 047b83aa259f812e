"""What has happened and waits to be judged, in the order in which it was."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from boxctl.journal.evidence import PLAIN, Evidence
from boxctl.referee.events import Event

Known = tuple[Event, Evidence]


class EventQueue:
    """Events by their time, and by when they were told of where the time is the same."""

    def __init__(self) -> None:
        self._events: list[tuple[int, int, Event, Evidence]] = []
        self._told = 0

    def __bool__(self) -> bool:
        return bool(self._events)

    def __iter__(self) -> Iterator[Known]:
        """All, in their order."""
        return iter([(event, evidence) for _at, _told, event, evidence in sorted(self._events)])

    @property
    def first(self) -> Event | None:
        """What is judged next."""
        return self._events[0][2] if self._events else None

    def add(self, event: Event, evidence: Evidence = PLAIN) -> None:
        """This has happened."""
        self._told += 1
        heappush(self._events, (event.at, self._told, event, evidence))

    def take_first(self) -> Known:
        """What is judged now."""
        _at, _told, event, evidence = heappop(self._events)
        return event, evidence

    def take(self, event: Event) -> None:
        """This one is judged before its time."""
        self._events.remove(next(entry for entry in self._events if entry[2] is event))
        heapify(self._events)

    def clear(self) -> None:
        """Nothing of this is judged."""
        self._events.clear()
