"""What waits at a table: reports for the referee, with the seat that asked, and rulings to record.

Written before announced: a ruling is said, and a roller told that it may forget a throw, only
when a power cut can no longer undo it.

A lever, a button or a throw becomes an event a moment after a phone has asked for it, on the same
way as one of a hand at the box. So what was asked for is noted, and its event takes the note.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import Literal

from boxctl.journal.evidence import NO_EVIDENCE, Evidence
from boxctl.journal.recorder import Recorder
from boxctl.presentation.lamps import LeverRequest
from boxctl.referee.lines import Button, Event, LeverMoved, Pressed, Thrown
from boxctl.referee.ruling import Ruling
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.times import BoxTime, MatchTime
from hardware.devices import DiceRolled, Kept, nothing_to_forget


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
                # A lever opens and shuts by turns: without two in a row it stands as it did.
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


LONGEST_WRITE = 3_000_000
"""After this time, in microseconds, people are told that the disk keeps them waiting."""

Say = Callable[[Ruling], None]
"""Called with a ruling for people, in the loop's thread; must not wait."""


@frozen_dataclass
class _HeldRuling:
    """A ruling that waits for the disk since ``since``, and the levers to move after it.

    ``ruling`` is None if only these have changed, as after the button for a new match. It is
    durable when the recorder has made ``ticket`` facts durable.
    """

    ticket: int
    ruling: Ruling | None
    asked: LeverRequest
    since: BoxTime


@frozen_dataclass
class _HeldThrow:
    """A throw whose roller has to keep it until ``ticket`` facts are durable."""

    ticket: int
    series: int
    serial: int


class DurableOutbox:
    """Holds rulings until ``recorder`` has them for good, then says them in order.

    ``kept`` is called with each throw that a roller has named, in order, once it is durable. Not
    thread-safe.
    """

    def __init__(self, recorder: Recorder, say: Say, kept: Kept = nothing_to_forget) -> None:
        self._asked = LeverRequest()
        self._recorder = recorder
        self._say = say
        self._kept = kept
        self._rulings: deque[_HeldRuling] = deque()
        self._throws: deque[_HeldThrow] = deque()

    @property
    def asked(self) -> LeverRequest:
        """The levers that people are asked to move, as far as they have been told."""
        return self._asked

    @property
    def empty(self) -> bool:
        """Whether no ruling is held."""
        return not self._rulings

    @property
    def all_durable(self) -> bool:
        """Whether everything that was recorded is so for good."""
        return self._recorder.durable >= self._recorder.written

    @property
    def due(self) -> BoxTime | None:
        """The box time at which people are told that the disk does not answer; None for never."""
        return BoxTime(self._rulings[0].since + LONGEST_WRITE) if self._rulings else None

    def hold(self, ruling: Ruling, asked: LeverRequest, now: BoxTime) -> None:
        """Hold a ruling that was recorded just now."""
        self._rulings.append(_HeldRuling(self._recorder.written, ruling, asked, now))

    def hold_asked(self, asked: LeverRequest, now: BoxTime) -> None:
        """Hold a change of the levers to move, unless a ruling that is held brings it."""
        if self.empty and self._asked != asked:
            self._rulings.append(_HeldRuling(self._recorder.written, None, asked, now))

    def show_asked(self, asked: LeverRequest) -> None:
        """Ask this of the levers at once: no ruling says it."""
        self._asked = asked

    def track(self, evidence: Evidence) -> None:
        """Hold the throw behind this evidence, if any: it was recorded now, or never will be."""
        if evidence.serial:
            throw = _HeldThrow(self._recorder.written, evidence.series, evidence.serial)
            self._throws.append(throw)

    def flush(self) -> None:
        """Say the rulings that are durable, and let rollers forget the throws that are."""
        durable = self._recorder.durable
        while self._throws and self._throws[0].ticket <= durable:
            throw = self._throws.popleft()
            self._kept(throw.series, throw.serial)
        while self._rulings and self._rulings[0].ticket <= durable:
            held = self._rulings.popleft()
            self._asked = held.asked
            if held.ruling is not None:
                self._say(held.ruling)

    def trouble(self, now: BoxTime) -> str | None:
        """Return why nothing can be recorded: the disk fails, or does not answer in time."""
        if self._recorder.trouble is not None:
            return self._recorder.trouble
        if self.due is not None and self.due <= now:
            return tr(
                "the disk has not answered for {seconds} seconds",
                seconds=LONGEST_WRITE // 1_000_000,
            )
        return None


SOON = 2_000_000
"""How long after it was asked for a lever or a button moves because of that, in microseconds."""

THROWN_SOON = 5_000_000
"""The same of dice, which tumble and wait for the referee."""

AskedFor = int | Button | Literal["dice"]
"""A tile, a button, or a throw."""


@frozen_dataclass
class _AskedBefore:
    seat: str
    since: BoxTime


class AskingSeats:
    """What phones at seats have asked for and is still to happen. Times are box times."""

    def __init__(self) -> None:
        self._notes: dict[AskedFor, _AskedBefore] = {}

    def asks(self, seat: str, what: Iterable[AskedFor], now: BoxTime) -> None:
        """Note what a seat asks for; with an empty one, that nobody in particular does."""
        for each in what:
            if seat:
                self._notes[each] = _AskedBefore(seat, now)
            else:
                self._notes.pop(each, None)

    def of(self, report: Report) -> str:
        """Return the seat that has asked for this, once; empty if none has."""
        what = _what(report)
        note = self._notes.get(what)
        if note is None or report.at < note.since:
            return ""
        del self._notes[what]
        soon = THROWN_SOON if what == "dice" else SOON
        return note.seat if report.at - note.since <= soon else ""


def _what(report: Report) -> AskedFor:
    match report:
        case LeverReport(tile=tile):
            return tile
        case ButtonReport(button=button):
            return button
        case _:
            return "dice"
