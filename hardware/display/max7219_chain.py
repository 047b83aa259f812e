"""Open, set up and darken a chain of MAX7219 chips, for the displays made of them."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import Any

from hardware.config.tables.spi import SpiPlace
from hardware.display.bus import SPI_HZ, WHAT, Buses, LumaSpi
from hardware.display.luma_import import luma
from hardware.spi import SpiDevice


def open_serial(place: SpiPlace, buses: Buses, closing: ExitStack) -> LumaSpi:
    """Open luma's serial interface to a chain. Raises :class:`Fault` BX415, BX416 or BX417."""
    device = SpiDevice(place, SPI_HZ, WHAT, buses.spi)
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
