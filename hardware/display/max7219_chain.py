"""Open, set up and darken a chain of MAX7219 chips, for the displays made of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any

from hardware.buses import SPI_HZ, Buses
from hardware.config.device_table import DisplayTable
from hardware.config.tables.spi import SpiPlace
from hardware.display.luma_import import luma
from hardware.spi import SpiDevice


class LumaSpi:
    """A device on SPI with luma's interface. Sending may raise :class:`OSError`.

    luma's own needs the package ``spidev``, which has no wheels and so needs a compiler.
    """

    def __init__(self, device: SpiDevice) -> None:
        self._device = device

    def data(self, data: Sequence[int]) -> None:
        """Send these bytes while chip select is low."""
        self._device.send(bytes(data))

    def cleanup(self) -> None:
        """Do nothing: its opener closes it."""


def open_serial(place: SpiPlace, buses: Buses, closing: ExitStack) -> LumaSpi:
    """Open luma's serial interface to a chain. Raises :class:`Fault` BX415, BX416 or BX417."""
    device = SpiDevice(place, SPI_HZ, DisplayTable.what, buses.spi)
    closing.callback(device.close)
    return LumaSpi(device)


def set_up(chain: Any, contrast: int) -> None:
    """Set every chip up.

    Done each time something is shown: the chips cannot report that they were unplugged.
    """
    from luma.led_matrix.const import max7219

    chain.data([max7219.DISPLAYTEST, 0] * chain.cascaded)
    chain.data([max7219.SCANLIMIT, 7] * chain.cascaded)
    chain.data([max7219.DECODEMODE, 0] * chain.cascaded)
    chain.contrast(contrast)
    chain.show()


def dark_when_closed(chain: Any, closing: ExitStack) -> None:
    """Switch the LEDs off when ``closing`` is closed."""

    def darken() -> None:
        with suppress(OSError), luma():
            chain.hide()

    closing.callback(darken)
