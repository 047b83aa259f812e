"""The driver ``max7219-matrix``: blocks of 8x8 LEDs on SPI."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from hardware.buses import Buses
from hardware.config.tables.max7219_display import MatrixTable
from hardware.devices import Show, TextLine
from hardware.display.dots import picture
from hardware.display.luma_import import through_luma
from hardware.display.max7219_chain import dark_when_closed, open_serial, set_up


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
