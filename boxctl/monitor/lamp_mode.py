"""The lamps that are lit while the box is monitored. Pure: times are arguments."""

from __future__ import annotations

from enum import Enum, auto

from boxctl.rules.tiles import TileSet, tile

STEP = 300_000
"""The time for which each lamp is lit in :attr:`LampMode.WALK`, in microseconds."""


class LampMode(Enum):
    """The mode of the lamps: what they follow."""

    LEVERS = auto()
    """Each is lit while its lever stands open, as in play."""

    WALK = auto()
    """They are lit one after the other."""

    ALL = auto()
    NONE = auto()
    CHOSEN = auto()
    """Those that were chosen one by one."""


NEXT_MODE = {
    LampMode.LEVERS: LampMode.WALK,
    LampMode.WALK: LampMode.ALL,
    LampMode.ALL: LampMode.NONE,
    LampMode.NONE: LampMode.LEVERS,
    LampMode.CHOSEN: LampMode.LEVERS,
}
"""The mode after each mode, when people step through them."""


class LampSwitch:
    """The lamps of ``tiles`` tiles. Times are microseconds."""

    def __init__(self, tiles: int) -> None:
        self._tiles = tiles
        self._all = (1 << tiles) - 1
        self._chosen = 0
        self._began = 0
        self.mode = LampMode.LEVERS

    def set(self, mode: LampMode, now: int) -> None:
        """Have the lamps follow this from now on."""
        self.mode = mode
        self._began = now

    def toggle(self, number: int, lit_now: TileSet) -> None:
        """Switch the lamp of one tile; the others stay as they are."""
        self._chosen = (lit_now ^ tile(number)) & self._all
        self.mode = LampMode.CHOSEN

    def lit(self, now: int, standing: TileSet) -> TileSet:
        """Return the tiles whose lamps are lit now, while these levers stand open."""
        match self.mode:
            case LampMode.LEVERS:
                return standing & self._all
            case LampMode.WALK:
                return tile(1 + (now - self._began) // STEP % self._tiles)
            case LampMode.ALL:
                return self._all
            case LampMode.NONE:
                return 0
            case LampMode.CHOSEN:
                return self._chosen

    def due(self, now: int) -> int | None:
        """Return when the lamps next change by themselves; None if they do not."""
        if self.mode is not LampMode.WALK:
            return None
        return self._began + ((now - self._began) // STEP + 1) * STEP
