"""Lamps that are told on an SPI bus what to show, all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from groundwork.faults import Fault
from hardware.config.tables.spi import SpiPlace
from hardware.devices import LAMPS, Clock, HandOver
from hardware.spi import OpenSpiFile, SpiDevice, fault_of
from hardware.worker.availability import Availability

ANEW = 1_000_000
"""After this time, in microseconds, lamps are told again what they show."""

Frames = Callable[[int], Sequence[bytes]]
"""What is sent for these lamps to be lit, each part with a chip select of its own."""


@dataclass(frozen=True, slots=True)
class SpiBus:
    """What lamps on SPI need of the machine, and whom they tell that it does not answer."""

    open_file: OpenSpiFile
    clock: Clock
    hand_over: HandOver


class SpiLamps:
    """Lamps on one chip select, dark when opened and when closed; ``what`` are they, for people.

    Nothing tells whether they are there, or whether a loose wire or a spark made them forget what
    they show, so that they are told it again every second. What can fail is the Pi's own bus: that
    is told of, and it is opened anew. Sending takes 1.4 ms for 24 LEDs, and less than 5 ms for the
    longest strip, so the loop waits for it.

    Raises :class:`Fault` BX415 to BX417 if the bus cannot be had.
    """

    def __init__(self, place: SpiPlace, speed: int, what: str, frames: Frames, bus: SpiBus) -> None:
        self._place = place
        self._speed = speed
        self._what = what
        self._frames = frames
        self._bus = bus
        self._answering = Availability(LAMPS, what, bus.clock, bus.hand_over)
        self._device: SpiDevice | None = None
        self._shown: int | None = None
        self._anew_at = 0
        self._send(0)

    def show(self, lit: int) -> None:
        """Light these lamps and no others, as far as the bus answers."""
        now = self._bus.clock()
        if lit == self._shown and now < self._anew_at:
            return
        if not self._answering.may_be_tried:
            return
        try:
            self._send(lit)
        except Fault as fault:
            self._answering.failed(str(fault))
        else:
            self._answering.worked()
            self._shown, self._anew_at = lit, now + ANEW

    def close(self) -> None:
        """Darken the lamps, if that can be done, and let the bus go."""
        with suppress(Fault):
            self._send(0)
        self._let_go()

    def _send(self, lit: int) -> None:
        """Raises :class:`Fault`; the bus is let go then."""
        if self._device is None:
            self._device = SpiDevice(self._place, self._speed, self._what, self._bus.open_file)
        try:
            for part in self._frames(lit):
                self._device.send(part)
        except OSError as error:
            self._let_go()
            raise fault_of(self._place, self._what, error) from error

    def _let_go(self) -> None:
        self._shown = None
        device, self._device = self._device, None
        if device is not None:
            with suppress(OSError):
                device.close()
