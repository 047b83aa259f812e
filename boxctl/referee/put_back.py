"""The levers that must move before play goes on."""

from __future__ import annotations

from dataclasses import dataclass

from boxctl.rules.tiles import NO_TILES, TileSet


@dataclass(frozen=True, slots=True)
class PutBack:
    """The levers that must still move: ``open`` to be stood up, ``shut`` to be laid down."""

    open: TileSet = NO_TILES
    shut: TileSet = NO_TILES

    def __bool__(self) -> bool:
        return bool(self.open | self.shut)


def put_back(levers: TileSet, wanted: TileSet) -> PutBack:
    """The moves that bring levers standing so to stand as wanted. Both name the open tiles."""
    wrong = levers ^ wanted
    return PutBack(open=wrong & wanted, shut=wrong & ~wanted)
