"""Lamps on an SPI bus, all set at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.buses import OpenSpiFile, SpiDevice, fault_of
from hardware.config.tables.spi import SpiPlace
from hardware.lamps.retry import LampMachine, RetriedLamps

Frames = Callable[[int], Sequence[bytes]]
"""Gives the bytes for these lamps, each part with a chip select, or an I2C write, of its own."""


class SpiLamps(RetriedLamps):
    """Lamps on one chip select; ``frames`` are the bytes that light them.

    Sending takes 1.4 ms for 24 LEDs and less than 5 ms for the longest strip. What can fail is the
    Pi's own bus. Raises :class:`Fault` BX415 to BX417 if the bus cannot be had.
    """

    def __init__(
        self, place: SpiPlace, speed: int, what: str, frames: Frames, machine: LampMachine
    ) -> None:
        def open_sender() -> _SpiSender:
            return _SpiSender(place, speed, what, frames, machine.buses.spi)

        super().__init__(what, open_sender, machine)


class _SpiSender:
    """The open device file of lamps on SPI."""

    def __init__(
        self, place: SpiPlace, speed: int, what: str, frames: Frames, open_file: OpenSpiFile
    ) -> None:
        self._place = place
        self._what = what
        self._frames = frames
        self._device = SpiDevice(place, speed, what, open_file)

    def send(self, lit: int) -> None:
        """Send all parts. Raises :class:`Fault` if that fails."""
        try:
            for part in self._frames(lit):
                self._device.send(part)
        except OSError as error:
            raise fault_of(self._place, self._what, error) from error

    def close(self) -> None:
        """Close the device file."""
        self._device.close()
