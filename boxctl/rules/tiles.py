"""A set of tiles is a small integer: bit 0 is tile 1, bit 23 is tile 24.

"The 300" has 2**24 such sets, so they stay integers and become lists of numbers only for people and
for JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from boxctl.rules.faults import RuleFault
from groundwork.language import tr
from groundwork.limits import MOST_TILES

TileSet = int

NO_TILES: TileSet = 0


def tile(number: int) -> TileSet:
    """Return the set of this one tile. ``number`` is 1 or more."""
    return 1 << (number - 1)


def tile_range(last: int) -> TileSet:
    """Return the tiles 1 to ``last``; none for 0."""
    return (1 << last) - 1


@lru_cache(maxsize=16384)
def numbers(tiles: TileSet) -> tuple[int, ...]:
    """Return the numbers of the tiles, lowest first."""
    found = []
    while tiles:
        lowest = tiles & -tiles
        found.append(lowest.bit_length())
        tiles ^= lowest
    return tuple(found)


def tile_set(members: Iterable[int]) -> TileSet:
    """Return the set of these tile numbers, each 1 or more."""
    tiles = NO_TILES
    for number in members:
        tiles |= 1 << (number - 1)
    return tiles


def total(tiles: TileSet) -> int:
    """Return the sum of the numbers of the tiles."""
    return sum(numbers(tiles))


def read_tiles(text: str) -> TileSet:
    """Read ``1-9``, ``1,2,7``, a mixture of both, or ``-`` for none.

    Raises :class:`RuleFault` (BX205) for anything else and for a number outside 1 to 24.
    """
    if text.strip() == "-":
        return NO_TILES
    tiles = NO_TILES
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        tiles |= _span(text, first, last if dash else first)
    return tiles


def _span(text: str, first: str, last: str) -> TileSet:
    low, high = _number(text, first), _number(text, last)
    if low > high:
        raise RuleFault(
            "BX205",
            tr('"{text}" runs backwards from {low} to {high}', text=text, low=low, high=high),
            tr("write {high}-{low} instead", high=high, low=low),
        )
    return tile_range(high) & ~tile_range(low - 1)


def _number(text: str, digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        raise RuleFault(
            "BX205",
            tr('"{text}" is not a set of tiles', text=text),
            tr("write 1-9, or 1,2,7, or - for none"),
        )
    number = int(digits)
    if not 1 <= number <= MOST_TILES:
        raise RuleFault(
            "BX205",
            tr('"{text}" names tile {number}', text=text, number=number),
            tr("tiles go from 1 to 24"),
        )
    return number


def write_tiles(tiles: TileSet) -> str:
    """Write a tile set so that :func:`read_tiles` reads it: ``1-9``, ``1,2,7`` or ``-``."""
    runs: list[list[int]] = []
    for number in numbers(tiles):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    if not runs:
        return "-"
    return ",".join(_run(first, last) for first, last in runs)


def _run(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return f"{first},{last}" if last == first + 1 else f"{first}-{last}"
