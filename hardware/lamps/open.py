"""Open the lamps that neither the Pi's pins nor the USB board drive, as box.toml names them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from hardware.config.device_table import DrivenLampTable
from hardware.lamps.groups import LampGroup
from hardware.lamps.retry import DrivenLamps, LampMachine

if TYPE_CHECKING:
    from hardware.config.box_file import BoxFile


def open_lamps(
    box: BoxFile, machine: LampMachine, opening: ExitStack
) -> list[LampGroup[DrivenLamps]]:
    """Open all lamps but those opened with the tiles, dark now and when ``opening`` is closed.

    Raises :class:`Fault` BX415 to BX425.
    """
    groups = []
    for table in box.lamps:
        if isinstance(table, DrivenLampTable):
            tiles = table.numbers(box.box.tiles)
            lamps: DrivenLamps = table.opener(table, len(tiles), machine)
            opening.callback(lamps.close)
            groups.append(LampGroup(lamps, tiles))
    return groups
