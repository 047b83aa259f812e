"""What does not answer at a table, in words."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.journal.evidence import SensorFault
from boxctl.presentation.names import sensor_fault, the_device
from boxctl.presentation.notices import sensor_device
from boxctl.presentation.phrases import WRITTEN, capital
from boxctl.web.state import Trouble
from groundwork.language import labelled, tr
from groundwork.limits import MOST_TILES

_TILE_OF = {sensor_device(tile): tile for tile in range(1, MOST_TILES + 1)}


def troubles_of(devices: Iterable[tuple[str, str]]) -> tuple[Trouble, ...]:
    """Return each device that does not answer, and why, in the language in use.

    The reason that a device gives is in the language of the box.
    """
    return tuple(Trouble(device, why, _in_words(device, why)) for device, why in devices)


def _in_words(device: str, why: str) -> str:
    if (tile := _TILE_OF.get(device)) is not None:
        fault = sensor_fault(SensorFault(why), WRITTEN)
        return capital(tr("the sensor of tile {number} {fault}", number=tile, fault=fault))
    return capital(labelled(the_device(device, WRITTEN), why))
