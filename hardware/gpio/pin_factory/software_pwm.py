"""Pulse width modulation by a thread: good for a lamp or a buzzer, not for a servo."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread

from gpiozero.exc import PinError


class SoftwarePwm:
    """Drives ``write`` high for ``duty`` (0 to 1) of every 1 / ``frequency`` seconds.

    At 0 and 1 the level is constant and the thread sleeps. Edges come as late as the system wakes
    the thread, usually within a tenth of a millisecond. Thread-safe. A line that fails ends it.
    ``clock`` returns seconds that never go back; ``wait`` waits until the condition is notified, or
    for that many seconds of this clock.
    """

    def __init__(
        self,
        write: Callable[[bool], None],
        frequency: float,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[Condition, float | None], object] = Condition.wait,
    ) -> None:
        self._write = write
        self._clock = clock
        self._wait = wait
        self._frequency = frequency
        self._duty = 0.0
        self._ended = False
        self._changed = Condition()
        write(False)
        self._thread = Thread(target=self._run, name="gpiod PWM", daemon=True)
        self._thread.start()

    @property
    def frequency(self) -> float:
        """The pulses a second."""
        return self._frequency

    @frequency.setter
    def frequency(self, value: float) -> None:
        with self._changed:
            self._frequency = value
            self._changed.notify()

    @property
    def duty(self) -> float:
        """The part of the time for which the line is high, from 0 to 1."""
        return self._duty

    @duty.setter
    def duty(self, value: float) -> None:
        with self._changed:
            self._duty = value
            self._changed.notify()

    def close(self) -> None:
        """End the pulses, with the line low."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()
        with suppress(PinError):
            self._write(False)

    def _run(self) -> None:
        began = self._clock()
        with suppress(PinError), self._changed:
            while not self._ended:
                if not 0 < self._duty < 1:
                    self._write(self._duty >= 1)
                    self._wait(self._changed, None)
                    began = self._clock()
                    continue
                period = 1 / self._frequency
                self._write(True)
                self._sleep_until(began + period * self._duty)
                self._write(False)
                self._sleep_until(began + period)
                # A thread that was held up goes on from now rather than catch up.
                began = max(began + period, self._clock() - period)

    def _sleep_until(self, then: float) -> None:
        """Sleep until then, or until the frequency or duty changes."""
        left = then - self._clock()
        if left > 0 and not self._ended:
            self._wait(self._changed, left)
