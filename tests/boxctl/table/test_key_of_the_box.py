"""A key that cannot sign is told of when that begins and when it ends, and holds nothing up."""

from __future__ import annotations

from boxctl.presentation.notices import Notice
from hardware.devices import DeviceBack, DeviceLost
from tests.support.tables.virtual_table import BuildTable, VirtualTable


def told(table: VirtualTable) -> list[type[Notice]]:
    return [type(notice) for notice in table.notices]


def test_it_is_told_once_that_the_box_cannot_sign_and_once_that_it_can_again(
    a_table: BuildTable,
) -> None:
    table: VirtualTable = a_table(journal=True)
    table.disk.unsigned = "its key cannot be read"
    table.throws(2, 3)
    table.shuts(2)
    assert told(table) == [DeviceLost]
    table.disk.unsigned = None
    table.shuts(3)
    assert told(table) == [DeviceLost, DeviceBack]
    assert table.rulings[-1].verdict == "committed"
    assert table.rulings[-1].unverified is None
