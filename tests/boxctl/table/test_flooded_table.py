"""What a board that floods its line leaves in the journal of the table, in simulated time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware.devices import DiceRolled
from tests.support.firmware.flood import BETWEEN, FLOODS, SECOND, Flood, Listening
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.soak import SOAK
from tests.support.tables.virtual_table import BuildTable, VirtualTable

ONCE = 50
"""Messages that a read finds."""

Figures = Callable[[str, object], None]


def flooded(table: VirtualTable, flood: Flood, seconds: int) -> int:
    """Flood the table for so long; return the number of messages."""
    host = Listening(pairs=True)
    end = table.now + seconds * SECOND
    sent = 0
    while table.now < end:
        host.now = table.now
        for _ in range(ONCE):
            table.events += host.reaches_table(next(flood))
            sent += 1
        table.until(table.now + ONCE * BETWEEN)
    return sent


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_leaves_a_few_hundred_entries(
    flood: Callable[[], Flood], a_table: BuildTable, record_property: Figures
) -> None:
    table = a_table(players="Ann,Bob", journal=True, wood=PERFECT_WOOD)
    seconds = 20 * min(SOAK, 30)
    sent = flooded(table, flood(), seconds)
    entries = len(table.read().entries)
    name = flood.__name__.replace("_", " ")
    record_property(
        "figure", f"a flood of {name}: {sent:,} messages in {seconds} s left {entries:,} entries"
    )
    assert entries <= 300 + 6 * seconds
    assert table.path.stat().st_size <= 1_000_000 + 10_000 * seconds


def test_after_a_flood_an_honest_roller_is_heard(a_table: BuildTable) -> None:
    table = a_table(players="Ann,Bob", journal=True, wood=PERFECT_WOOD)
    flooded(table, FLOODS[0](), 20)
    table.new.clear()
    table.events.append(DiceRolled(table.now, (5, 6), 9, 1))
    table.until(table.now + SECOND)
    assert table.ruled == ["throw R3.1"]
