"""The parts of a simulated box, in place of those of the real one."""

from __future__ import annotations

from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Face, Lamps


@frozen_dataclass
class SimulatedParts:
    """The tiles that have ``lamps``, and the debounce times of the levers, in microseconds.

    ``quiet`` is that of most levers; ``quiet_of`` has pairs of a tile that differs and its time.
    ``display`` is what the display of the box can show, None without one.
    """

    lamps: TileSet
    quiet: int
    quiet_of: tuple[tuple[int, int], ...] = ()
    display: Face | None = None


class WiredLamps:
    """The lamps of a box on which not every tile has one."""

    def __init__(self, lamps: Lamps, wired: TileSet) -> None:
        self._lamps = lamps
        self._wired = wired

    def show(self, lit: int) -> None:
        """Light exactly the lamps of these tiles that have one."""
        self._lamps.show(lit & self._wired)
