"""The event queue: what devices have reported and the referee has not been told yet."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

from boxctl.journal.evidence import NO_EVIDENCE, Evidence
from boxctl.referee.events import Button, Event, LeverMoved, Pressed, Thrown
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import BoxTime, MatchTime
from hardware.devices import DiceRolled


@frozen_dataclass
class LeverReport:
    """The lever of a tile stands open, or shut, since ``at``."""

    at: BoxTime
    tile: int
    open: bool


@frozen_dataclass
class ButtonReport:
    """A button was pressed at ``at``."""

    at: BoxTime
    button: Button


Report = DiceRolled | LeverReport | ButtonReport
"""An event in box time; :func:`event_of` makes it one of the referee, in match time.

A throw has three shapes on its way: the ``Throw`` message on the wire, :class:`DiceRolled` from the
link to this queue, and :class:`Thrown` for the referee, which the journal keeps as JSON.
"""


def event_of(report: Report, at: MatchTime) -> Event:
    """Return the event of a report for the referee, at this match time."""
    match report:
        case DiceRolled(values=values):
            return Thrown(at, values)
        case LeverReport(tile=tile, open=open):
            return LeverMoved(at, tile, open)
        case ButtonReport(button=button):
            return Pressed(at, button)


MOST_WAITING = 1000
"""Far more than people cause while the referee waits, as for a full disk."""

Waiting = tuple[Report, Evidence]


class EventQueue:
    """Reports by their time; of several at the same time, the one added first comes first.

    About :data:`MOST_WAITING` reports wait at most, and one for each lever besides.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[BoxTime, int, Report, Evidence]] = []
        self._added = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Waiting]:
        """Yield all, in their order; the queue may change meanwhile."""
        return iter([(report, evidence) for _at, _n, report, evidence in sorted(self._waiting)])

    @property
    def first(self) -> Report | None:
        """The next event; None while nothing waits."""
        return self._waiting[0][2] if self._waiting else None

    @property
    def due(self) -> BoxTime | None:
        """The time of what comes next; None while nothing waits."""
        return self._waiting[0][0] if self._waiting else None

    def add(self, report: Report, evidence: Evidence = NO_EVIDENCE) -> tuple[Waiting, ...]:
        """Queue a report by its time; return the reports that are dropped for want of room.

        Without room that is the report itself. Only the last state of a lever matters: its report
        and the latest one of the same lever cancel each other, and both are returned.
        """
        if len(self._waiting) >= MOST_WAITING:
            if not isinstance(report, LeverReport):
                return ((report, evidence),)
            if (before := self._latest_of(report.tile)) is not None:
                self.remove(before[0])
                return (before, (report, evidence))
        self._added += 1
        heappush(self._waiting, (BoxTime(report.at), self._added, report, evidence))
        return ()

    def _latest_of(self, number: int) -> Waiting | None:
        """Return the last report of the lever of this tile; None if none waits."""
        reports = (
            entry
            for entry in self._waiting
            if isinstance(entry[2], LeverReport) and entry[2].tile == number
        )
        last = max(reports, key=lambda entry: entry[:2], default=None)
        return None if last is None else last[2:]

    def pop(self) -> Waiting:
        """Remove and return what comes next. Raises IndexError while nothing waits."""
        _at, _added, report, evidence = heappop(self._waiting)
        return report, evidence

    def remove(self, report: Report) -> None:
        """Remove this very report, before its time."""
        self._waiting.remove(next(entry for entry in self._waiting if entry[2] is report))
        heapify(self._waiting)

    def drop_lever(self, number: int) -> None:
        """Drop all reports of the lever of this tile."""
        self._waiting = [
            entry
            for entry in self._waiting
            if not (isinstance(entry[2], LeverReport) and entry[2].tile == number)
        ]
        heapify(self._waiting)

    def clear(self) -> None:
        """Drop everything."""
        self._waiting.clear()
