"""The driver ``gpio`` of the buzzer: tunes, played by switching one line of a gpiochip.

A thread of its own times the notes and the cycles of a tone, so that the loop never waits; it
sleeps between tunes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Protocol

from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.waker import Waker
from hardware.config.tables.sound import BuzzerTable
from hardware.devices import Clock, EventSink, Manner, Tune
from hardware.gpio.lines import GpioLine, fault_of
from hardware.gpio.open_chip import OutputLines
from hardware.sound.queue import AnnouncementQueue, CutOff, QueuedAnnouncement
from hardware.worker import RETRY_S, Do, Worker


class TuneClock(CutOff, Protocol):
    """A clock in seconds whose waits can be cut off."""

    def now(self) -> float:
        """Return the time now."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait for ``seconds``, not at all if negative; return whether the tune is cut off."""
        ...


_ALMOST = 1e-6
"""Tolerance of comparisons, in seconds or cycles."""

SetLevel = Callable[[bool], None]
"""Switches the buzzer's current on or off."""


def play_tones(tune: Tune, set_level: SetLevel, pace: TuneClock) -> None:
    """Play on a passive buzzer, which turns changes of current into a tone.

    Cycles missed because the processor was busy are left out, so that the pitch stays right.
    """
    begun = pace.now()
    for note in tune:
        ends = begun + note.milliseconds / 1000
        while note.hertz and (now := pace.now()) < ends - _ALMOST:
            half = int((now - begun) * 2 * note.hertz + _ALMOST)
            set_level(half % 2 == 0)
            due = begun + (half + 1) / (2 * note.hertz)
            if pace.wait(min(due, ends) - pace.now()):
                return
        set_level(False)
        if pace.wait(ends - pace.now()):
            return
        begun = ends


def play_rhythm(tune: Tune, set_level: SetLevel, pace: TuneClock) -> None:
    """Play on an active buzzer, which sounds while it has current."""
    begun = pace.now()
    for note in tune:
        begun += note.milliseconds / 1000
        set_level(note.hertz > 0)
        if pace.wait(begun - pace.now()):
            return


DEVICE = "buzzer"

PATIENCE = 20_000_000
"""Microseconds after which a tune hangs: a tune takes a second or two."""


class _BoxPace(Waker):
    """The pace of the box's clock; waits take real time and can be interrupted."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def now(self) -> float:
        """Return the time in seconds."""
        return self._clock() / 1_000_000


class GpioBuzzer:
    """A buzzer, silent when opened and when closed. Raises :class:`Fault` BX404 or BX407.

    ``pace`` replaces that of ``clock``.
    """

    def __init__(
        self,
        line: GpioLine,
        table: BuzzerTable,
        clock: Clock,
        hand_over: EventSink,
        *,
        pace: TuneClock | None = None,
        retry_s: float = RETRY_S,
    ) -> None:
        self._line = line
        self._active_high = table.active == "high"
        self._play_on = play_tones if table.kind == "passive" else play_rhythm
        self._outputs: OutputLines | None = None
        self._hold()
        self._pace = _BoxPace(clock) if pace is None else pace
        try:
            self._worker: Worker[QueuedAnnouncement[Tune]] = Worker(
                DEVICE,
                tr("it can be heard"),
                self._open,
                clock,
                hand_over,
                repeats=False,
                waiting=AnnouncementQueue(self._pace),
                patience=PATIENCE,
                retry_s=retry_s,
            )
        except Fault:
            self._let_go()
            raise

    def play(self, tune: Tune, manner: Manner) -> None:
        """Play this unless it is superseded before its turn."""
        self._worker.give(QueuedAnnouncement(tune, manner))

    def check(self, now: int) -> None:
        """Report a line that does not answer. Never waits."""
        self._worker.check(now)

    def close(self) -> None:
        """Cut off the tune and release the line."""
        if self._worker.close():
            self._let_go()

    def _open(self, closing: ExitStack) -> Do[QueuedAnnouncement[Tune]]:
        self._hold()
        closing.callback(self._let_go)
        return self._play

    def _hold(self) -> None:
        if self._outputs is None:
            try:
                self._outputs = self._line.chip.outputs(
                    [self._line.number], 0, active_high=self._active_high
                )
            except OSError as error:
                raise fault_of([self._line], error) from error

    def _let_go(self) -> None:
        if self._outputs is not None:
            with suppress(OSError):
                self._switch(False)
            self._outputs.close()
            self._outputs = None

    def _play(self, announcement: QueuedAnnouncement[Tune]) -> None:
        try:
            self._play_on(announcement.what, self._switch, self._pace)
            self._switch(False)
        except OSError as error:
            raise fault_of([self._line], error) from error

    def _switch(self, on: bool) -> None:
        assert self._outputs is not None
        self._outputs.set(int(on), 1)
