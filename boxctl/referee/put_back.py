"""The levers that must move before play goes on."""

from __future__ import annotations

from boxctl.rules.tiles import NO_TILES, TileSet
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class PutBack:
    """The levers that must still move: ``open`` must be stood up, ``shut`` laid down."""

    open: TileSet = NO_TILES
    shut: TileSet = NO_TILES

    def __bool__(self) -> bool:
        return bool(self.open | self.shut)


def put_back(levers: TileSet, wanted: TileSet) -> PutBack:
    """Return what must move so that ``levers`` become as ``wanted``. Both are the open tiles."""
    wrong = levers ^ wanted
    return PutBack(open=wrong & wanted, shut=wrong & ~wanted)
