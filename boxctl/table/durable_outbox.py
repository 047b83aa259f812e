"""The durable outbox: holds what may be shown only once the journal has it for good.

Written before announced: a ruling is said, and a roller told that it may forget a throw, only when
a power cut can no longer undo it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from boxctl.journal.evidence import Evidence
from boxctl.journal.recorder_protocol import Recorder
from boxctl.presentation.lamps import LeverRequest
from boxctl.referee.ruling import Ruling
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.times import BoxTime
from hardware.devices import Kept, nothing_to_forget

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
