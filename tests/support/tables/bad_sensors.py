"""Tables at which a sensor sticks or chatters."""

from __future__ import annotations

from boxctl.table.sensors.quarantine import CHATTERS
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable


def chattering(a_table: BuildTable, lasting: int) -> VirtualTable:
    """The sensor of tile 7 has begun to chatter for so long, and people were asked about it."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    end = table.wood.chatter(7, table.now, lasting)
    table.until(min(end, table.now + CHATTERS + SECOND))
    return table


def stuck_in_a_move(a_table: BuildTable, *hidden: int) -> VirtualTable:
    """A throw of 7 is played with levers whose sensors stick, so that nothing is seen of it."""
    table = a_table(wood=PERFECT_WOOD)
    table.throws(3, 4)
    for number in hidden:
        table.wood.stick(number)
    table.shuts(*hidden)
    assert table.ruled == []
    return table
