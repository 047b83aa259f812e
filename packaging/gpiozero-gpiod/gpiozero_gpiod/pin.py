"""A pin of gpiozero on a line of a gpiochip.

Its pulse width modulation is made by a thread: good for a lamp or a buzzer, not for a servo, which
wants a pin of the kernel's PWM (:mod:`gpiozero_gpiod.hardware_pwm`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Condition, RLock, Thread
from typing import TYPE_CHECKING, Any, Protocol

from gpiozero.exc import (
    PinError,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
    PinSetInput,
)
from gpiozero.pins import Pin
from gpiozero.pins.local import LocalPiPin

from gpiozero_gpiod.chips import NOT_SET
from gpiozero_gpiod.line_request import EDGES, FUNCTIONS, PULLS, LineSettings, Pull

if TYPE_CHECKING:
    import gpiod

    from gpiozero_gpiod.edge_thread import EdgeThread
    from gpiozero_gpiod.line_request import HeldRequest


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


_SECOND_NS = 1_000_000_000


class PinOwner(Protocol):
    """The factory as its pins need it."""

    edges: EdgeThread

    def check_usable(self) -> None:
        """Raise :class:`FactoryForked` or :class:`FactoryClosed` if no pin may be used any more."""
        ...

    def can_pull(self, request: HeldRequest) -> bool:
        """Whether the lines of this request have pulls that can be switched."""
        ...

    def level(self, request: HeldRequest, offset: int) -> bool:
        """Return the level of a line, through the request that holds it."""
        ...

    def drive(self, request: HeldRequest, offset: int, high: bool) -> None:
        """Drive a line, through the request that holds it."""
        ...

    def forget(self, pin: GpiodPin, request: HeldRequest, offset: int) -> None:
        """Release the line of a closed pin, unless it is held with others."""
        ...


class GpiodPin(LocalPiPin):
    """Line ``offset`` of ``request``. Made by ``GpiodFactory.pin``. Thread-safe.

    Beyond what every pin of gpiozero has: :attr:`active_low`, and :attr:`edges_lost`. ``ticks`` of
    an edge are the kernel's time of it, in seconds of CLOCK_MONOTONIC, however late it is reported.
    """

    if TYPE_CHECKING:
        when_changed: Callable[[float, int], object] | None
        frequency: float | None

    def __init__(self, factory: PinOwner, info: Any, request: HeldRequest, offset: int) -> None:
        # Past that of PiPin, which takes every pin for one of the header.
        Pin.__init__(self)
        self._factory = factory
        self._info = info
        self._number = offset
        self._when_changed_lock = RLock()
        self._when_changed: Any = None
        self._request = request
        self._pwm: SoftwarePwm | None = None
        self._edges_lost = 0
        self._claim()

    @property
    def edges_lost(self) -> int:
        """The number of edges that the kernel has dropped since :attr:`when_changed` was last None.

        Assigning :attr:`when_changed` anew resets it. After a loss the level is the only truth:
        read :attr:`state`.
        """
        return self._edges_lost

    @property
    def active_low(self) -> bool:
        """Whether levels are inverted: a state of 1 is then the line held low."""
        return self._settings.active_low

    @active_low.setter
    def active_low(self, value: bool) -> None:
        self._configure(active_low=value)

    def close(self) -> None:
        """Make the line an input without a pull again, and release it, even if it cannot be set."""
        self.frequency = None
        self.when_changed = None
        self._factory.forget(self, self._request, self._number)

    def output_with_state(self, state: float) -> None:
        """Make it an output that has this level from the first moment on."""
        self._end_pwm()
        self._configure(function="output", high=bool(state), watched=False)

    def input_with_pull(self, pull: str) -> None:
        """Make it an input with this pull in one step."""
        self._check_pull(pull)
        self._end_pwm()
        self._configure(function="input", pull=pull)

    @property
    def _settings(self) -> LineSettings:
        return self._request.settings(self._number)

    def _claim(self) -> None:
        # A physical resistor beats what the chip could do.
        can_pull = self._factory.can_pull(self._request)
        pull: Pull | None = self._info.pull or ("floating" if can_pull else None)
        self._request.configure(self._number, LineSettings(pull=pull))

    def _configure(self, **changes: Any) -> None:
        self._factory.check_usable()
        self._request.configure(self._number, replace(self._settings, **changes))

    def _get_function(self) -> str:
        return self._settings.function

    def _set_function(self, value: str) -> None:
        if value not in FUNCTIONS:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._end_pwm()
        self._configure(function=value, watched=value == "input" and self._listening)

    def _get_state(self) -> float:
        self._factory.check_usable()
        if self._pwm is not None:
            return self._pwm.duty
        return int(self._factory.level(self._request, self._number))

    def _set_state(self, value: float) -> None:
        if not 0 <= value <= 1:
            raise PinInvalidState(f'invalid state "{value}" for pin {self!r}')
        if self._pwm is not None:
            self._pwm.duty = value
        elif self._settings.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        else:
            self._write(bool(value))

    def _write(self, high: bool) -> None:
        self._factory.check_usable()
        self._factory.drive(self._request, self._number, high)

    def _get_pull(self) -> str:
        return self._settings.pull or "floating"

    def _set_pull(self, value: str) -> None:
        if self._settings.function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._check_pull(value)
        self._configure(pull=value)

    def _check_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self._info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self._info.pull} resistor")

    def _get_frequency(self) -> float | None:
        return None if self._pwm is None else self._pwm.frequency

    def _set_frequency(self, value: float | None) -> None:
        if not value:
            self._end_pwm()
        elif self._pwm is not None:
            self._pwm.frequency = value
        elif self._settings.function != "output":
            raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
        else:
            # Few programs need it, and each start would wait for it.

            self._pwm = SoftwarePwm(self._write, value)

    def _end_pwm(self) -> None:
        pwm, self._pwm = self._pwm, None
        if pwm is not None:
            pwm.close()

    def _get_bounce(self) -> float | None:
        return self._settings.bounce or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._configure(bounce=value or 0.0)

    def _get_edges(self) -> str:
        return self._settings.edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edge specification "{value}" for pin {self!r}')
        self._configure(edges=value)

    @property
    def _listening(self) -> bool:
        return self._when_changed is not None

    def _enable_event_detect(self) -> None:
        self._edges_lost = 0
        self._configure(watched=True)
        self._factory.edges.listen(self._request, self._number, self._on_edge)

    def _disable_event_detect(self) -> None:
        self._factory.edges.ignore(self._request, self._number)
        if self._settings.watched:
            with suppress(*NOT_SET):
                self._configure(watched=False)

    def _on_edge(self, edge: gpiod.EdgeEvent, lost: int) -> None:
        self._edges_lost += lost
        reference = self._when_changed
        if reference is None:
            return  # it was set to None while this edge was on its way
        if (method := reference()) is None:
            self.when_changed = None
        else:
            rising = edge.event_type is edge.Type.RISING_EDGE
            method(edge.timestamp_ns / _SECOND_NS, int(rising))
