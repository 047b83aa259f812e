"""Which lamp is at which tile, judged from where light was seen."""

from __future__ import annotations

from random import Random

import pytest

from boxctl.setup.lamp_findings import LampMistake, LearnedLamps, judge_lamps
from tests.support.setup.miswired_lamps import (
    DARK,
    INVERTED,
    SWAPPED,
    MiswiredLamps,
    lamps_right,
    lamps_with_mistakes,
)


def learned(lamps: MiswiredLamps) -> LearnedLamps:
    """What is learned of these lamps by lighting one after the other."""
    every = {*range(1, lamps.tiles + 1)}
    at_rest = lamps.lit(())
    exchanged = at_rest == every
    seen = {tile: lamps.lit(every - {tile} if exchanged else {tile}) for tile in sorted(every)}
    return judge_lamps(at_rest, seen)


def named(found: LearnedLamps) -> set[tuple[LampMistake, frozenset[int]]]:
    return {(each.mistake, frozenset(each.tiles)) for each in found.mistakes}


@pytest.mark.parametrize("tiles", [1, 2, 9, 24])
def test_lamps_that_are_right_are_each_at_their_tile(tiles: int) -> None:
    found = learned(lamps_right(tiles))
    assert not found.mistakes
    assert found.tile_of == {tile: tile for tile in range(1, tiles + 1)}


def test_in_200_random_wirings_each_mistake_is_named_and_none_is_accepted() -> None:
    for seed in range(200):
        lamps = lamps_with_mistakes(9 + seed % 4, Random(seed))
        found = learned(lamps)
        assert named(found) == {(kind, frozenset(tiles)) for kind, tiles in lamps.named}, seed
        for lamp, tile in found.tile_of.items():
            assert lamps.tile_of[lamp] == tile
            assert lamps.lit({lamp}) - lamps.lit(()) == {tile}, seed


def test_three_that_changed_places_are_each_named() -> None:
    found = learned(MiswiredLamps(4, {1: 2, 2: 3, 3: 1, 4: 4}))
    assert {each.mistake for each in found.mistakes} == {SWAPPED}
    assert found.tile_of == {1: 2, 2: 3, 3: 1, 4: 4}


def test_lamps_that_are_all_lit_at_rest_are_inverted_and_still_told_apart() -> None:
    lamps = MiswiredLamps(9, {**lamps_right(9).tile_of, 2: 5, 5: 2}, inverted=True)
    found = learned(lamps)
    assert found.inverted
    assert named(found) == {(SWAPPED, frozenset({2, 5})), (INVERTED, frozenset(range(1, 10)))}
    assert found.tile_of == lamps.tile_of


def test_a_lamp_that_is_not_known_gets_a_place_that_is_left() -> None:
    found = LearnedLamps({1: 3, 2: 2})
    assert found.places(4) == {1: 3, 2: 2, 3: 1, 4: 4}


def test_a_dark_lamp_leaves_the_others_where_they_are() -> None:
    found = learned(MiswiredLamps(3, {1: 1, 2: 3, 3: 2}, dark={1}))
    assert named(found) == {(DARK, frozenset({1})), (SWAPPED, frozenset({2, 3}))}
    assert found.places(3) == {1: 1, 2: 3, 3: 2}
