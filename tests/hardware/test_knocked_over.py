"""A box that is knocked over: all that stands falls within a fifth of a second, in any order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import DeviceEvent, Edge
from hardware.virtual import FALL, VirtualBox, Wood

NO_BOUNCE = Wood(bounces=0)


def falls(tiles: int, standing: int, seed: int) -> tuple[VirtualBox, list[Edge]]:
    events: list[DeviceEvent] = []
    box = VirtualBox(tiles, events.append, standing=standing, seed=seed, wood=NO_BOUNCE)
    still = box.knock_over(at=1_000_000)
    box.advance(still)
    assert box.due is None
    return box, [event for event in events if isinstance(event, Edge)]


@given(st.integers(1, 24), st.integers(0, 2**24 - 1), st.integers())
def test_each_tile_that_stood_falls_once(tiles: int, standing: int, seed: int) -> None:
    standing &= 2**tiles - 1
    box, edges = falls(tiles, standing, seed)
    assert box.levers == 0
    assert not any(edge.on for edge in edges)
    fallen = sum(1 << (edge.contact - 1) for edge in edges if isinstance(edge.contact, int))
    assert fallen == standing
    assert all(1_000_000 <= edge.at <= 1_000_000 + FALL for edge in edges)


def test_the_order_is_drawn() -> None:
    orders = {tuple(edge.contact for edge in falls(9, 511, seed)[1]) for seed in range(20)}
    assert len(orders) > 10


def test_what_is_knocked_over_can_be_stood_up_again() -> None:
    box, _edges = falls(9, 511, 1)
    box.advance(box.open(7, at=2_000_000))
    assert box.levers == 1 << 6
