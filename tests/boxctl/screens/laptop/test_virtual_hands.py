"""The hands at a virtual box move one tile after the other, also where the program is late."""

from __future__ import annotations

from random import Random

import pytest

from boxctl.rules.variants import variant
from boxctl.screens.dice_tray import VirtualTray
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from hardware.devices import Edge
from hardware.virtual import MILLISECOND

SECOND = 1000 * MILLISECOND


def edges_of(seed: int, *, late: int) -> list[Edge]:
    """Shut the 9 and then the 1, and look only so much later; return what the sensors reported."""
    clock = 0
    box = LaptopBox(variant("classic"), VirtualTray(2, 6), lambda: clock, lambda: None, seed=seed)
    hands = VirtualHands(box, lambda _line: Random(seed))
    hands.flip_in_turn([9, 1], now=0)
    for clock in (late, late + SECOND):
        hands.advance(clock)
    return [event for event in box.inbox.take(clock) if isinstance(event, Edge)]


@pytest.mark.parametrize("late", [0, 100 * MILLISECOND, SECOND])
def test_tiles_come_to_rest_in_the_order_in_which_they_are_shut(late: int) -> None:
    for seed in range(20):
        seen = [
            edge.contact for edge in sorted(edges_of(seed, late=late), key=lambda each: each.at)
        ]
        assert set(seen) == {9, 1}
        assert seen == sorted(seen, reverse=True)
