"""What comes first in a step of the loop."""

from __future__ import annotations

from boxctl.rules.tiles import TileSet, tile
from boxctl.table.loop import take_step
from hardware.devices import Edge
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable, VirtualTable


class Onlooker:
    """Something else that is done in a step: it notes which lamps were lit when its turn came."""

    due = None

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self.seen: list[TileSet] = []

    def advance(self, _now: int) -> None:
        self.check(_now)

    def check(self, _now: int) -> None:
        self.seen.append(self._table.wood.lamps.lit)


def test_a_lamp_follows_its_lever_before_anything_else_is_done(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    devices, also = Onlooker(table), Onlooker(table)
    table.box.watched = [devices]
    lit = table.wood.lamps.lit
    assert lit & tile(5)
    take_step(table.runtime, table, table.now, also, [Edge(table.now, 5, on=False)])
    assert devices.seen == also.seen == [lit & ~tile(5)]


def test_a_lamp_follows_a_lever_of_which_the_step_hears_last(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    devices = Onlooker(table)
    table.box.watched = [devices]
    lit = table.wood.lamps.lit
    table.events.append(Edge(table.now, 5, on=False))
    take_step(table.runtime, table, table.now, Onlooker(table))
    assert devices.seen == [lit & ~tile(5)]
