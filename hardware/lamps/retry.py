"""Lamps whose state is sent to them all at once: when it is sent, and sent again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.buses import Buses
from hardware.devices import LAMPS, Clock, EventSink, Lamps, Supervised
from hardware.worker import Availability

RESEND_US = 1_000_000
"""Microseconds after which lamps are sent again what they show."""


@frozen_dataclass
class LampMachine:
    """The machine as drivers of lamps need it, and where they report lamps lost and back."""

    buses: Buses
    clock: Clock
    hand_over: EventSink


class DrivenLamps(Lamps, Supervised, Protocol):
    """What opening a driver of lamps returns."""

    def close(self) -> None:
        """Darken the lamps if possible, and close their device."""
        ...


class LampSender(Protocol):
    """An open device that takes the state of all its lamps. Both may raise Fault or OSError."""

    def send(self, lit: int) -> None:
        """Light exactly these lamps; takes at most 5 ms."""
        ...

    def close(self) -> None:
        """Close the device."""
        ...


class RetriedLamps:
    """Lamps that are dark when opened and closed; ``what`` names them for people.

    They cannot report whether they are there or have lost their state, so it is sent again every
    second. The loop waits while it is sent. A device that fails is reported, and opened again.

    Raises what ``open_sender`` and sending raise if the lamps cannot be opened.
    """

    def __init__(
        self, what: str, open_sender: Callable[[], LampSender], machine: LampMachine
    ) -> None:
        self._open_sender = open_sender
        self._clock = machine.clock
        self._answering = Availability(LAMPS, what, machine.clock, machine.hand_over)
        self._sender: LampSender | None = None
        self._shown: int | None = None
        self._resend_at = 0
        self._send(0)

    def show(self, lit: int) -> None:
        """Light exactly these lamps, as far as the device works. Never raises."""
        now = self._clock()
        if lit == self._shown and now < self._resend_at:
            return
        if not self._answering.may_be_tried:
            return
        try:
            self._send(lit)
        except (Fault, OSError) as error:
            self._answering.failed(error)
        else:
            self._answering.worked()
            self._shown, self._resend_at = lit, now + RESEND_US

    def check(self, now: int) -> None:
        """Do nothing: these lamps have no thread that may hang."""

    def close(self) -> None:
        """Darken the lamps if possible, and close the device."""
        with suppress(Fault, OSError):
            self._send(0)
        self._let_go()

    def _send(self, lit: int) -> None:
        """Send it. Raises, and closes the device, if that fails."""
        if self._sender is None:
            self._sender = self._open_sender()
        try:
            self._sender.send(lit)
        except (Fault, OSError):
            self._let_go()
            raise

    def _let_go(self) -> None:
        self._shown = None
        sender, self._sender = self._sender, None
        if sender is not None:
            with suppress(Fault, OSError):
                sender.close()
