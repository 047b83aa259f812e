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


def put_back(levers: TileSet, wrong: TileSet) -> PutBack:
    """Return which way the ``wrong`` levers must move; ``levers`` are the tiles that stand open."""
    return PutBack(open=wrong & ~levers, shut=wrong & levers)
