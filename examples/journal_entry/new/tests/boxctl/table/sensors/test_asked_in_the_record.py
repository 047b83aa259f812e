"""That people were asked where a tile stands is in the record."""

from __future__ import annotations

from boxctl.journal.entry_kinds import PositionAsked
from boxctl.presentation.journal.recorded_entries import entry_in_words
from boxctl.table.sensors.quarantine import CHATTERS
from tests.support.tables.virtual_table import SECOND, BuildTable


def test_the_record_says_that_people_were_asked_where_a_tile_stands(a_table: BuildTable) -> None:
    table = a_table(players="Ann,Bob", journal=True)
    table.throws(3, 4)
    table.wood.chatter(7, table.now, 60 * SECOND)
    table.until(table.now + CHATTERS + SECOND)
    ((_number, asked),) = table.read().read(PositionAsked)
    assert asked.tile == 7
    assert entry_in_words(asked, asked.kind) == "people are asked where the 7 stands"
