"""The lamps of a box, in any mixture of drivers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.lamps.groups import BoxLamps, LampGroup
from hardware.virtual import VirtualLamps


def test_each_group_shows_its_own_tiles() -> None:
    low, high, every = VirtualLamps(), VirtualLamps(), VirtualLamps()
    lamps = BoxLamps(
        [LampGroup(low, (1, 2, 3)), LampGroup(high, (5, 4)), LampGroup(every, range(1, 6))]
    )
    lamps.show(0b10110)
    assert (low.lit, high.lit, every.lit) == (0b110, 0b01, 0b10110)


@given(st.permutations(range(1, 13)), st.integers(1, 12), st.integers(0, 0xFFF))
def test_the_first_lamp_is_that_of_the_first_tile(order: list[int], count: int, lit: int) -> None:
    lamps, tiles = VirtualLamps(), order[:count]
    LampGroup(lamps, tiles).show(lit)
    assert [bool(lamps.lit >> place & 1) for place in range(count)] == [
        bool(lit >> (tile - 1) & 1) for tile in tiles
    ]


def test_a_box_without_lamps() -> None:
    BoxLamps([]).show(5)
