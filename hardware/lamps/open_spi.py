"""Open the lamps on SPI that box.toml names, each with its driver."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from hardware.config.tables.max7219 import Max7219Table
from hardware.config.tables.strip import Apa102Table, Ws2812Table
from hardware.lamps.groups import LampGroup
from hardware.lamps.spi import SpiBus, SpiLamps

if TYPE_CHECKING:
    from hardware.config.box_file import BoxFile

SpiTable = Max7219Table | Ws2812Table | Apa102Table


def open_spi_lamps(box: BoxFile, bus: SpiBus, opening: ExitStack) -> list[LampGroup]:
    """Open the lamps on SPI, dark now and when ``opening`` is closed.

    Raises :class:`Fault` BX415 to BX417.
    """
    groups = []
    for table in box.lamps:
        if isinstance(table, SpiTable):
            tiles = table.tiles or range(1, box.box.tiles + 1)
            lamps = _open(table, len(tiles), bus)
            opening.callback(lamps.close)
            groups.append(LampGroup(lamps, tiles))
    return groups


def _open(table: SpiTable, tiles: int, bus: SpiBus) -> SpiLamps:
    match table:
        case Max7219Table():
            from hardware.lamps.max7219 import open_max7219

            return open_max7219(table, tiles, bus)
        case Ws2812Table():
            from hardware.lamps.ws2812 import open_ws2812

            return open_ws2812(table, tiles, bus)
        case Apa102Table():
            from hardware.lamps.apa102 import open_apa102

            return open_apa102(table, tiles, bus)
