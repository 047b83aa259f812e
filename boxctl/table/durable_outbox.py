"""What has been ruled is shown when it is recorded for good, and not before.

So it is with throws: the roller may forget one when the record has it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from boxctl.journal.evidence import Evidence
from boxctl.journal.recorder_protocol import Recorder
from boxctl.presentation.lamps import Asked
from boxctl.referee.ruling import Ruling
from hardware.devices import Kept, nothing_to_forget

LONGEST_WRITE = 3_000_000
"""After this time, in microseconds, people are told that the disk keeps them waiting."""

Say = Callable[[Ruling], None]


@dataclass(frozen=True, slots=True)
class _Unshown:
    """A ruling that waits to be durable since then, and what is asked of the levers after it.

    Where that alone has changed, as by the button for a new match, there is no ruling.
    """

    ticket: int
    ruling: Ruling | None
    asked: Asked
    since: int


@dataclass(frozen=True, slots=True)
class _Unkept:
    """A throw that waits to be durable."""

    ticket: int
    series: int
    serial: int


class DurableOutbox:
    """Holds rulings back until the record has them for good, then says them in order.

    ``asked`` is what is asked of the levers, as far as that was shown. ``kept`` is told of each
    throw that the roller has named, once it is recorded for good, in order.
    """

    def __init__(self, record: Recorder, say: Say, kept: Kept = nothing_to_forget) -> None:
        self.asked = Asked()
        self._record = record
        self._say = say
        self._kept = kept
        self._unshown: deque[_Unshown] = deque()
        self._unkept: deque[_Unkept] = deque()

    @property
    def all_is_shown(self) -> bool:
        """Whether nothing is held back."""
        return not self._unshown

    @property
    def due(self) -> int | None:
        """When people are to be told that the disk keeps them waiting."""
        return self._unshown[0].since + LONGEST_WRITE if self._unshown else None

    def hold(self, ruling: Ruling, asked: Asked, now: int) -> None:
        """A ruling was made, and recorded just now."""
        self._unshown.append(_Unshown(self._record.written, ruling, asked, now))

    def asks(self, asked: Asked, now: int) -> None:
        """This is asked of the levers now; shown even if no ruling says so."""
        if self.all_is_shown and self.asked != asked:
            self._unshown.append(_Unshown(self._record.written, None, asked, now))

    def took(self, evidence: Evidence) -> None:
        """What rests on this evidence was recorded just now, or never will be."""
        if evidence.serial:
            throw = _Unkept(self._record.written, evidence.series, evidence.serial)
            self._unkept.append(throw)

    def show(self) -> None:
        """Say what is durable."""
        durable = self._record.durable
        while self._unkept and self._unkept[0].ticket <= durable:
            kept = self._unkept.popleft()
            self._kept(kept.series, kept.serial)
        while self._unshown and self._unshown[0].ticket <= durable:
            shown = self._unshown.popleft()
            self.asked = shown.asked
            if shown.ruling is not None:
                self._say(shown.ruling)

    def trouble(self, now: int) -> str | None:
        """Why nothing can be recorded: the disk fails, or neither fails nor answers."""
        if self._record.trouble is not None:
            return self._record.trouble
        if self.due is not None and self.due <= now:
            return f"the disk has not answered for {LONGEST_WRITE // 1_000_000} seconds"
        return None
