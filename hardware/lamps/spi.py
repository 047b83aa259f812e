"""Lamps on an SPI bus, all set at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.tables.spi import SpiPlace
from hardware.devices import LAMPS, Clock, HandOver
from hardware.spi import OpenSpiFile, SpiDevice, fault_of
from hardware.worker.availability import Availability

ANEW = 1_000_000
"""Microseconds after which lamps are sent again what they show."""

Frames = Callable[[int], Sequence[bytes]]
"""Gives the bytes for these lamps, each part with a chip select of its own."""


@frozen_dataclass
class SpiBus:
    """The machine as lamps on SPI need it, and where they report that a bus fails."""

    open_file: OpenSpiFile
    clock: Clock
    hand_over: HandOver


class SpiLamps:
    """Lamps on one chip select, dark when opened and closed; ``what`` names them for people.

    They cannot report whether they are there or have lost their state, so it is sent again every
    second. What can fail is the Pi's own bus: that is reported, and the bus reopened. Sending takes
    1.4 ms for 24 LEDs and less than 5 ms for the longest strip, so the loop waits for it.

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
        """Light exactly these lamps, as far as the bus works. Never raises."""
        now = self._bus.clock()
        if lit == self._shown and now < self._anew_at:
            return
        if not self._answering.may_be_tried:
            return
        try:
            self._send(lit)
        except Fault as fault:
            self._answering.failed(fault)
        else:
            self._answering.worked()
            self._shown, self._anew_at = lit, now + ANEW

    def close(self) -> None:
        """Darken the lamps if possible, and close the bus."""
        with suppress(Fault):
            self._send(0)
        self._let_go()

    def _send(self, lit: int) -> None:
        """Send all parts. Raises :class:`Fault` and closes the bus if it fails."""
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
