"""The host's end of the link: greets the roller, takes each throw once and in order.

Pure: no port, no thread and no clock of its own. The promise, together with ``roller_link``: a
throw is named by its series and its serial, the roller repeats it until it is acknowledged, and
this end hands each name over once, in order, over any line that gets a frame through now and
then, whatever it loses, damages or doubles, and across restarts of the roller. Across restarts
of the host it holds for a host that says what it has ``seen``; one that does not may be given
again the last throw whose acknowledgement was lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware_bridge.counts import LineCounts
from firmware_bridge.frames import encode
from firmware_bridge.inbox import Arrival, Inbox
from firmware_bridge.messages import Ack, ForeignHello, Hello, Throw, Welcome, to_payload
from firmware_bridge.pace import retransmission

_SERIES_KEPT = 16
_WHO_IS_THERE = Welcome(0)


class HostLink:
    """One roller as the host knows it. Times are microseconds of one clock that never goes back.

    ``seen`` maps series to the serial of the last throw that the host already has.
    """

    def __init__(self, now: int, seen: Mapping[int, int] | None = None) -> None:
        self.counts = LineCounts()
        self._seen = dict(seen or {})
        self._asking = retransmission()
        self.line_up(now)

    def line_up(self, now: int) -> None:
        """A line has just been connected: nothing is known of who is at its other end."""
        self._inbox = Inbox(self.counts)
        self._hello: Hello | None = None
        self._refused: int | None = None
        self._welcome: Welcome | None = None
        self._ack: Ack | None = None
        self._answer_due: int | None = None
        self._asking.start(now)

    def receive(self, data: bytes, now: int) -> list[Arrival]:
        """What is new in ``data``, in order.

        A Hello when a roller comes up or has restarted, a Throw once each and only of the roller
        that is up, a ForeignHello once for each version until another roller says hello.
        """
        return [news for news in self._inbox.feed(data, now) if self._is_news(news, now)]

    def outgoing(self, now: int) -> bytes:
        """The frames to write now; empty when there are none."""
        due = []
        if self._ack is not None:
            due.append(encode(to_payload(self._ack)))
        if self._welcome is not None:
            due.append(encode(to_payload(self._welcome)))
        self._ack = self._welcome = self._answer_due = None
        if self._asking.is_due(now):
            due.append(encode(to_payload(_WHO_IS_THERE)))
            self._asking.tried(now)
        return b"".join(due)

    def next_deadline(self) -> int | None:
        """When ``outgoing`` has something to say; None if not before something is received."""
        dues = [due for due in (self._answer_due, self._asking.due) if due is not None]
        return min(dues, default=None)

    def _is_news(self, arrival: Arrival, now: int) -> bool:
        match arrival.message:
            case Hello() as hello:
                return self._meet(hello, now)
            case ForeignHello(version):
                return self._refuse(version)
            case Throw() as throw:
                return self._take(throw, now)
            case _:
                self.counts.out_of_place += 1
                return False

    def _meet(self, hello: Hello, now: int) -> bool:
        known = self._hello
        self._hello = hello
        self._refused = None
        self._asking.stop()
        self._answer(now, welcome=Welcome(hello.boot))
        # What lies before its oldest throw was acknowledged by somebody, and never comes again.
        self._remember(hello.series, max(self._seen.get(hello.series, 0), hello.first - 1))
        # Where its count stands moves on; anything else new is a roller started anew.
        return known is None or replace(known, first=hello.first) != hello

    def _refuse(self, version: int) -> bool:
        is_news = self._refused != version
        self._refused = version
        self._hello = None
        self._asking.stop()
        return is_news

    def _take(self, throw: Throw, now: int) -> bool:
        if self._hello is None or throw.series != self._hello.series:
            return self._lost_step(now)
        last = self._seen[throw.series]
        if throw.serial > last + 1:
            return self._lost_step(now)
        is_news = throw.serial == last + 1
        if is_news:
            self._remember(throw.series, throw.serial)
        self._answer(now, ack=Ack(throw.series, self._seen[throw.series]))
        return is_news

    def _lost_step(self, now: int) -> bool:
        # Its next hello says who it is and where it stands. Asked for after a pause, so that a
        # roller which never gets into step cannot keep the line busy.
        self.counts.out_of_place += 1
        if self._asking.due is None:
            self._asking.tried(now)
        return False

    def _answer(self, now: int, ack: Ack | None = None, welcome: Welcome | None = None) -> None:
        # Only the latest of each waits: acknowledgements include the earlier ones, and a flood
        # of repeats must not pile up answers.
        self._ack = ack or self._ack
        self._welcome = welcome or self._welcome
        if self._answer_due is None:
            self._answer_due = now

    def _remember(self, series: int, serial: int) -> None:
        # Latest last, and bounded: rollers without memory take a new series at every restart.
        self._seen.pop(series, None)
        self._seen[series] = serial
        while len(self._seen) > _SERIES_KEPT:
            del self._seen[next(iter(self._seen))]
