"""The mock box: what hands do, and what its sensors make of it."""

from __future__ import annotations

from hardware.devices import DeviceEvent, Edge
from hardware.virtual import MILLISECOND, VirtualBox, Wood
from tests.support.perfect_wood import PERFECT_WOOD

SECOND = 1000 * MILLISECOND


class Watched:
    """A box, the edges that its sensors gave, and every movement."""

    def __init__(self, wood: Wood = PERFECT_WOOD, seed: int = 0) -> None:
        self.edges: list[DeviceEvent] = []
        self.seen: list[DeviceEvent] = []
        self.box = VirtualBox(
            9, self.edges.append, seed=seed, wood=wood, on_movement=self.seen.append
        )


def test_it_is_told_when_a_lever_lies_still_however_it_bounces() -> None:
    for seed in range(20):
        bad = Watched(Wood(bounces=6, slowness=60 * MILLISECOND), seed)
        still = bad.box.shut(7, SECOND)
        bad.box.advance(2 * SECOND)
        assert bad.seen == [Edge(still, 7, on=False)]
        assert bad.edges[-1] == Edge(still, 7, on=False)


def test_it_is_told_when_a_press_begins_and_ends() -> None:
    watched = Watched()
    watched.box.press("confirm", SECOND, held=100)
    assert watched.seen == [Edge(SECOND, "confirm", on=True), Edge(SECOND + 100, "confirm", False)]


def test_it_is_told_what_a_sensor_does_not_show() -> None:
    watched = Watched()
    watched.box.stick(7)
    watched.box.shut(7, SECOND)
    watched.box.advance(2 * SECOND)
    assert watched.edges == []
    assert watched.seen == [Edge(SECOND, 7, on=False)]


def test_a_button_is_never_slow() -> None:
    slow = Watched(Wood(bounces=0, slowness=100 * MILLISECOND))
    slow.box.press("confirm", SECOND)
    slow.box.advance(2 * SECOND)
    assert [edge.on for edge in slow.edges if isinstance(edge, Edge)] == [True, False]


def test_a_hand_and_a_die_on_one_tile_come_one_after_the_other() -> None:
    watched = Watched()
    back = watched.box.knock(7, SECOND, away=50 * MILLISECOND)
    assert watched.box.shut(7, SECOND + 10) == back
    assert watched.box.knock(7, SECOND + 20, away=10) == back + 10
    watched.box.advance(2 * SECOND)
    assert watched.box.tiles.read()[7] is False


def test_a_sensor_that_has_chattered_shows_a_lever_that_moved_meanwhile() -> None:
    watched = Watched()
    end = watched.box.chatter(7, SECOND, lasting=SECOND)
    watched.box.shut(7, SECOND + SECOND // 2)
    watched.box.advance(end)
    assert watched.box.tiles.read()[7] is False
