"""The host's end of the link: greet the board, take each throw and change once and in order.

Pure: no port, no thread, no clock. A throw is identified by series and serial, a change of a lever
by series and number. The board repeats each until it is acknowledged; this end hands each over
once, in order, or reports it missing by number. That holds over any line that gets a frame through
now and then, whatever it loses, damages or repeats, and across restarts of the board. Across
restarts of the host it holds if the host passes what it has ``seen``; otherwise the last throw
whose acknowledgement was lost may come again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from firmware_bridge.link.commands import (
    CommandQueue,
    PendingAnswers,
    ReceiveWindow,
    retransmission,
)
from firmware_bridge.link.events import (
    UNLIMITED,
    WARNINGS,
    BoardRates,
    Excess,
    Gap,
    LimitExceeded,
    LinkEvent,
    Received,
)
from firmware_bridge.link.frames import LineCounts, MessageDecoder, encode
from firmware_bridge.protocol.constants import ASK_AT_REST_MS, ASK_EVERY_MS, HOST_PATIENCE_MS
from firmware_bridge.protocol.messages import (
    Answer,
    Ask,
    Change,
    ChangeAck,
    DefectReport,
    ForeignHello,
    Hello,
    Message,
    NoiseSamples,
    State,
    Throw,
    ThrowAck,
    Welcome,
    to_payload,
)
from groundwork.limits import RateLimit

_SERIES_KEPT = 16
_MS = 1000

AT_REST = 10
"""The board is at rest after this many identical answers in a row."""


MOST_UNANSWERED = 100
"""The most answers that are waited for: more than a minute's."""


class HostLink:
    """One board as the host knows it. Times are microseconds of one monotonic clock.

    ``seen`` maps a series to the serial of the last throw that the host already has; ``changes`` is
    the series and number of its last change. ``session`` differs in every run of the host; the
    default is random. With ``keeps`` a throw is acknowledged only after :meth:`kept` reports it
    durable, so that the board keeps it until then. What exceeds ``rates`` is not taken.
    """

    def __init__(
        self,
        now: int,
        seen: Mapping[int, int] | None = None,
        session: int | None = None,
        changes: tuple[int, int] | None = None,
        *,
        keeps: bool = False,
        rates: BoardRates = UNLIMITED,
    ) -> None:
        self.counts = LineCounts()
        self._hellos = RateLimit(rates.hellos)
        self._throw_rate = RateLimit(rates.throws)
        self._change_rate = RateLimit(rates.changes)
        self._states = RateLimit(rates.states)
        self._unasked = RateLimit(rates.states)
        self._warnings = RateLimit(WARNINGS)
        self.orders = CommandQueue()
        self._session = session or int.from_bytes(os.urandom(4)) or 1
        self._seen = dict(seen or {})
        self._keeps = keeps
        self._kept = dict(self._seen)
        self._throws = ReceiveWindow(0, 0)
        self._changes_of: int | None
        self._changes_of, last = changes or (None, 0)
        self._changes = ReceiveWindow(last, last)
        self._asking = retransmission()
        self.line_up(now)

    @property
    def hello(self) -> Hello | None:
        """The last hello of the board that is up, if any."""
        return self._hello

    def line_up(self, now: int) -> None:
        """Start on a new line, on which no board is known yet."""
        self._inbox = MessageDecoder(self.counts)
        self._hello: Hello | None = None
        self._refused: int | None = None
        self._answers = PendingAnswers()
        self._heard = self._asked = now
        self._unanswered = 0
        self._state: State | None = None
        self._same = 0
        self._asking.start(now)

    def receive(self, data: bytes, now: int) -> list[LinkEvent]:
        """Return the new events in ``data``, in order.

        That is a Hello when a board comes up or has restarted, each Throw and Change of that board
        once, each Gap, every State, DefectReport and NoiseSamples, the outcomes of commands, one
        ForeignHello for each version until another board says hello, and a LimitExceeded when the
        board is dropped for that, otherwise at most once a minute.
        """
        news = []
        for arrival in self._inbox.feed(data, now):
            news += [LinkEvent(arrival.at, what) for what in self._news(arrival.message, now)]
        return news

    def fell_silent(self, now: int) -> bool:
        """Return, once, that the board that was up has been silent for HOST_PATIENCE_MS."""
        if self._hello is None or now - self._heard < HOST_PATIENCE_MS * _MS:
            return False
        self._hello = None
        self._asking.start(now)
        return True

    def holds_all_of(self, state: State) -> bool:
        """Return whether this State includes exactly the changes received so far."""
        return state.change == self._changes.last

    def kept(self, series: int, serial: int, now: int) -> None:
        """Acknowledge this throw and all before it in its series: they are durable."""
        if series not in self._seen:
            return
        self._kept[series] = max(serial, self._kept.get(series, 0))
        if self._hello is not None and series == self._hello.series:
            self._acknowledge(series, 0, now)

    def outgoing(self, now: int) -> bytes:
        """Return the frames to write now, possibly none."""
        due = self._answers.take()
        if self._asking.is_due(now):
            due.append(Welcome(0, self._session))
            self._asking.tried(now)
        if self._hello is not None:
            command = self.orders.outgoing(now)
            if command is not None:
                due.append(command)
                self._same = 0
            if now >= self._ask_at:
                due.append(Ask(self._hello.boot))
                self._asked = now
                self._unanswered = min(self._unanswered + 1, MOST_UNANSWERED)
        return b"".join(encode(to_payload(message)) for message in due)

    def next_deadline(self) -> int | None:
        """Return when to send something or to report silence, in microseconds.

        None: not before something is received. A time that is past: at once.
        """
        dues = [self._answers.due, self._asking.due]
        if self._hello is not None:
            dues += [self.orders.next_deadline(), self._ask_at]
            dues.append(self._heard + HOST_PATIENCE_MS * _MS)
        return min((due for due in dues if due is not None), default=None)

    @property
    def _ask_at(self) -> int:
        """When to ask for the state next; less often at rest, so that the processor may sleep."""
        every = ASK_EVERY_MS if self._same < AT_REST else ASK_AT_REST_MS
        return self._asked + every * _MS

    def _news(self, message: Message, now: int) -> list[Received]:
        match message:
            case Hello() as hello:
                return self._meet(hello, now)
            case ForeignHello():
                return self._refuse(message, now)
            case Throw() as throw:
                self._same = 0
                return self._take_throw(throw, now)
            case Change() as change:
                self._same = 0
                return self._take_change(change, now)
            case State() as state if self._hello and state.boot == self._hello.boot:
                self._heard = now
                may_come = self._may_come(now)
                if not self._states.take(now):
                    # The next answer tells the same, and more.
                    return [] if may_come else self._exceeded("states", now)
                self._same = self._same + 1 if state == self._state else 0
                self._state = state
                return [state]
            case Answer() as answer if self._hello and answer.boot == self._hello.boot:
                self._heard = now
                outcome = self.orders.answered(answer)
                return [outcome] if outcome is not None else []
            case DefectReport(boot) | NoiseSamples(boot) if (
                self._hello and boot == self._hello.boot
            ):
                self._heard = now
                return [message]
            case State() | Answer() | DefectReport() | NoiseSamples():
                return self._lost_step(now)
            case _:
                self.counts.out_of_place += 1
        return []

    def _may_come(self, now: int) -> bool:
        """Return whether an honest board can have sent this State: it was asked, or nearly so.

        Answers may wait on the way and come all at once, and an Ask or an answer may be doubled.
        """
        if self._unanswered:
            self._unanswered -= 1
            return True
        return self._unasked.take(now)

    def _meet(self, hello: Hello, now: int) -> list[Received]:
        known = self._hello
        # Only its counters move on by themselves; any other difference means a restart.
        same = known is not None and hello == replace(known, first=hello.first, change=hello.change)
        if not (same and self._tells_no_gap(hello)) and not self._hellos.take(now):
            return self._drop("hellos", now)
        self._hello = hello
        self._refused = None
        self._heard = now
        self._asking.stop()
        self._answers.add(Welcome(hello.boot, self._session), now)
        gaps = [*self._missing_throws(hello), *self._missing_changes(hello)]
        lost = self.orders.meet(hello.boot)
        if same:
            return list(gaps)
        self._asked = now - ASK_EVERY_MS * _MS
        self._unanswered = 0
        return [*gaps, *lost, hello]

    def _tells_no_gap(self, hello: Hello) -> bool:
        return hello.first <= self._throws.last + 1 and hello.change <= self._changes.last + 1

    def _missing_throws(self, hello: Hello) -> list[Gap]:
        last = self._seen.get(hello.series)
        self._throws = ReceiveWindow(max(last or 0, hello.first - 1), hello.first - 1)
        self._throws.acknowledge(self._to_acknowledge(hello.series))
        self._remember(hello.series)
        if last is None or hello.first <= last + 1:
            return []
        return [Gap("throw", hello.series, last + 1, hello.first - 1)]

    def _missing_changes(self, hello: Hello) -> list[Gap]:
        series, last = self._changes_of, self._changes.last
        self._changes_of = hello.changes
        if series != hello.changes:
            self._changes = ReceiveWindow(hello.change - 1, hello.change - 1)
            return [] if series is None else [Gap("change", series, last + 1, None)]
        taken = max(last, hello.change - 1)
        self._changes = ReceiveWindow(taken, taken)
        if hello.change <= last + 1:
            return []
        return [Gap("change", series, last + 1, hello.change - 1)]

    def _refuse(self, foreign: ForeignHello, now: int) -> list[Received]:
        if self._refused != foreign.version and not self._hellos.take(now):
            return self._drop("hellos", now)
        is_news = self._refused != foreign.version
        self._refused = foreign.version
        self._hello = None
        self._asking.stop()
        return [foreign] if is_news else []

    def _take_throw(self, throw: Throw, now: int) -> list[Received]:
        if self._hello is None or throw.series != self._hello.series:
            return self._lost_step(now)
        self._heard = now
        if self._throws.oversteps(throw.serial):
            return self._drop("window", now)
        if self._throws.is_next(throw.serial) and not self._throw_rate.take(now):
            return self._exceeded("throws", now)
        is_news, gap = self._placed(self._throws, throw.serial, now)
        if is_news:
            self._remember(throw.series)
        self._acknowledge(throw.series, gap, now)
        return [throw] if is_news else []

    def _to_acknowledge(self, series: int) -> int:
        last = self._throws.last
        return min(last, self._kept.get(series, 0)) if self._keeps else last

    def _acknowledge(self, series: int, gap: int, now: int) -> None:
        last = self._to_acknowledge(series)
        self._throws.acknowledge(last)
        self._answers.add(ThrowAck(series, last, gap), now)

    def _take_change(self, change: Change, now: int) -> list[Received]:
        if self._hello is None or change.series != self._hello.changes:
            return self._lost_step(now)
        self._heard = now
        if self._changes.oversteps(change.number):
            return self._drop("window", now)
        if self._changes.is_next(change.number) and not self._change_rate.take(now):
            return self._exceeded("changes", now)
        is_news, gap = self._placed(self._changes, change.number, now)
        self._changes.acknowledge(self._changes.last)
        self._answers.add(ChangeAck(change.series, self._changes.last, gap), now)
        return [change] if is_news else []

    def _drop(self, what: Excess, now: int) -> list[Received]:
        """Take the board for gone, and ask for its hello again, after a pause."""
        was_up = self._hello is not None
        self._hello = None
        if was_up or self._asking.due is None:
            self._asking.wait(now)
        return self._exceeded(what, now, dropped=was_up)

    def _exceeded(self, what: Excess, now: int, *, dropped: bool = False) -> list[Received]:
        self.counts.excessive += 1
        # Also when it is said anyway: one warning a minute is enough.
        is_due = self._warnings.take(now)
        return [LimitExceeded(what, dropped)] if dropped or is_due else []

    def _placed(self, count: ReceiveWindow, number: int, now: int) -> tuple[bool, int]:
        """Return whether the number is the next one, and 1 if a gap is to be reported, else 0."""
        if count.take(number):
            self._asking.stop()
            return True, 0
        if number > count.last and self._asking.due is None:
            # If the board no longer has the missing one, its next hello says so.
            self._asking.tried(now)
        return False, int(count.tell_gap(number))

    def _lost_step(self, now: int) -> list[Received]:
        # Its next hello says who it is and where it stands. The pause keeps a board that never gets
        # into step from flooding the line.
        self.counts.out_of_place += 1
        if self._asking.due is None:
            self._asking.tried(now)
        return []

    def _remember(self, series: int) -> None:
        # Bounded: boards without memory take a new series at every restart.
        self._seen.pop(series, None)
        self._seen[series] = self._throws.last
        while len(self._seen) > _SERIES_KEPT:
            oldest = next(iter(self._seen))
            del self._seen[oldest]
            self._kept.pop(oldest, None)
