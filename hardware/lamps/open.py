"""Open the lamps that box.toml names and that neither the Pi's pins nor the USB board drive."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, assert_never

from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.max7219 import Max7219Table
from hardware.config.tables.strip import Apa102Table, Ws2812Table
from hardware.config.tables.usb import OnBoard
from hardware.lamps.groups import LampGroup
from hardware.lamps.spi import SpiBus, SpiLamps

if TYPE_CHECKING:
    from hardware.config.box_file import BoxFile, DrivenLampTable


def open_lamps(box: BoxFile, bus: SpiBus, opening: ExitStack) -> list[LampGroup]:
    """Open all lamps but those opened with the tiles, dark now and when ``opening`` is closed.

    Raises :class:`Fault` BX415 to BX417.
    """
    groups = []
    for table in box.lamps:
        if not isinstance(table, LampsTable | OnBoard):
            tiles = table.tiles or range(1, box.box.tiles + 1)
            lamps = _open(table, len(tiles), bus)
            opening.callback(lamps.close)
            groups.append(LampGroup(lamps, tiles))
    return groups


def _open(table: DrivenLampTable, tiles: int, bus: SpiBus) -> SpiLamps:
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
        case _:
            assert_never(table)
