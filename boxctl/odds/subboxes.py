"""The positions that a set of open tiles can become, numbered without gaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from boxctl.rules.tiles import TileSet, numbers, tile


@dataclass(frozen=True)
class SubBox:
    """All subsets of ``among``, every set after its own subsets.

    The number of a set has one bit for each tile of ``among``: a move's number is subtracted from
    a position's as its tiles are removed from the set.
    """

    among: TileSet

    @property
    def size(self) -> int:
        """The number of positions."""
        return 1 << self.among.bit_count()

    @cached_property
    def positions(self) -> list[TileSet]:
        """The tile sets, by number."""
        found = [0]
        for number in numbers(self.among):
            found += [tiles | tile(number) for tiles in found]
        return found

    def number(self, tiles: TileSet) -> int:
        """Return the number of a subset of ``among``."""
        if not self.among & (self.among + 1):
            return tiles
        bits = (tile(number) for number in numbers(self.among))
        return sum(1 << place for place, bit in enumerate(bits) if tiles & bit)

    def numbers_within(self, sets: tuple[TileSet, ...]) -> tuple[int, ...]:
        """Return the numbers of those sets that are subsets of ``among``."""
        return tuple(self.number(tiles) for tiles in sets if not tiles & ~self.among)
