"""R4.5: the fewest tiles that make it right."""

from __future__ import annotations

from itertools import combinations

from tests.support.second_reading.moves import Move
from tests.support.second_reading.settings import Tiles


def fewest_to_put_back(moves: list[Move], moved: list[int], may_return: Tiles) -> Tiles:
    """R4.5: the fewest tiles of S that make it right; among equals, the ones moved last.

    `moved` is S, the tile moved last at its end.
    """
    right: list[tuple[int, list[int]]] = []
    for kept in parts_of(moves, moved):
        places = [place for place, tile in enumerate(moved) if tile not in kept]
        if all(moved[place] in may_return for place in places):
            right.append((-len(places), places[::-1]))
    _fewest, places = max(right)
    return frozenset(moved[place] for place in places)


def parts_of(moves: list[Move], moved: list[int]) -> set[Tiles]:
    """What of S can stay: nothing, or any part of an allowed move.

    Of the tiles of a move, not of S, which may be a whole box of 24.
    """
    parts: set[Tiles] = {frozenset()}
    for tiles, _ in moves:
        of_move = [tile for tile in tiles if tile in moved]
        for size in range(1, len(of_move) + 1):
            parts.update(map(frozenset, combinations(of_move, size)))
    return parts
