"""Displays made of a chain of MAX7219 chips on SPI, with luma.

The driver ``max7219-digits`` has 7-segment digits, ``max7219-matrix`` blocks of 8x8 LEDs.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any

from hardware.buses import SPI_HZ, Buses, SpiDevice
from hardware.config.device_table import DisplayTable
from hardware.config.tables.max7219_display import DigitsTable, MatrixTable
from hardware.config.tables.spi import SpiPlace
from hardware.devices import Show, TextLine
from hardware.display.luma_import import luma, through_luma
from hardware.display.oled import picture


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


@through_luma
def open_digits(table: DigitsTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the digits up. Raises :class:`OSError` or :class:`Fault`."""
    from luma.core.virtual import sevensegment
    from luma.led_matrix.device import max7219

    serial = open_serial(table.place, buses, closing)
    chain = max7219(serial, cascaded=table.modules, contrast=table.contrast)
    dark_when_closed(chain, closing)
    digits = sevensegment(chain)

    def show(lines: Sequence[TextLine]) -> None:
        set_up(chain, table.contrast)
        digits.text = "".join(line.text for line in lines[:1]).ljust(table.face.columns)

    return show


@through_luma
def open_matrix(table: MatrixTable, buses: Buses, closing: ExitStack) -> Show:
    """Set the blocks up. Raises :class:`OSError` or :class:`Fault`."""
    from luma.led_matrix.device import max7219

    serial = open_serial(table.place, buses, closing)
    chain = max7219(
        serial,
        cascaded=table.blocks,
        block_orientation=table.block_rotation,
        blocks_arranged_in_reverse_order=table.reversed,
        rotate=2 if table.upside_down else 0,
        contrast=table.contrast,
    )
    dark_when_closed(chain, closing)

    def show(lines: Sequence[TextLine]) -> None:
        set_up(chain, table.contrast)
        chain.display(picture(lines, 8 * table.blocks, 8))

    return show
