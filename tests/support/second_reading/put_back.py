"""R4.5: the fewest tiles that make it right."""

from __future__ import annotations

from itertools import combinations

from tests.support.second_reading.moves import Move
from tests.support.second_reading.settings import Tiles


def fewest_to_put_back(moves: list[Move], moved: list[int], may_return: Tiles) -> Tiles:
    """R4.5: the fewest tiles of S that make it right; among equals, the ones moved last.

    `moved` is S, the tile moved last at its end.
    """
    for size in range(len(moved) + 1):
        right: list[list[int]] = []
        for places in combinations(range(len(moved)), size):
            returned = {moved[place] for place in places}
            kept = set(moved) - returned
            fits = not kept or any(kept <= set(tiles) for tiles, _ in moves)
            if fits and returned <= may_return:
                right.append(sorted(places, reverse=True))
        if right:
            return frozenset(moved[place] for place in max(right))
    raise AssertionError("putting every tile back is always right")
