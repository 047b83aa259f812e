"""The driver ``gpio`` of the buzzer: tunes on one line of a gpiochip.

A thread of its own times the notes and the cycles of a tone, so that the loop never waits; it
sleeps between tunes.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress

from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.waker import Waker
from hardware.config.tables.buzzer import BuzzerTable
from hardware.devices import Clock, EventSink, Manner, Tune
from hardware.gpio.lines import GpioLine, fault_of
from hardware.gpio.open_chip import OutputLines
from hardware.sound.queue import AnnouncementQueue, QueuedAnnouncement
from hardware.sound.tones import TuneClock, play_rhythm, play_tones
from hardware.worker.worker import RETRY_S, Do, Worker

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
                self._outputs = self._line.chip.outputs([self._line.number], not self._active_high)
            except OSError as error:
                raise fault_of([self._line], error) from error

    def _let_go(self) -> None:
        if self._outputs is not None:
            with suppress(OSError):
                self._set_level(False)
            self._outputs.close()
            self._outputs = None

    def _play(self, announcement: QueuedAnnouncement[Tune]) -> None:
        try:
            self._play_on(announcement.what, self._set_level, self._pace)
            self._set_level(False)
        except OSError as error:
            raise fault_of([self._line], error) from error

    def _set_level(self, on: bool) -> None:
        assert self._outputs is not None
        self._outputs.set(int(on == self._active_high), 1)
