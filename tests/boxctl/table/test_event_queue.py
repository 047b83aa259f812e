"""What waits to be judged is bounded, and no lever is lost over it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boxctl.journal.evidence import NO_EVIDENCE
from boxctl.referee.ruling import Doubt, DoubtReason
from boxctl.table.event_queue import MOST_WAITING, ButtonReport, EventQueue, LeverReport
from groundwork.times import BoxTime
from hardware.devices import DiceRolled
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable


def full_queue() -> EventQueue:
    queue = EventQueue()
    for at in range(MOST_WAITING):
        assert queue.add(ButtonReport(BoxTime(at), "confirm")) == ()
    return queue


def test_throws_and_presses_without_room_are_given_back() -> None:
    queue = full_queue()
    for report in (DiceRolled(5000, (3, 4)), ButtonReport(BoxTime(5000), "new")):
        assert queue.add(report) == ((report, NO_EVIDENCE),)
    assert len(queue) == MOST_WAITING


@given(st.lists(st.integers(1, 24), max_size=200))
def test_each_lever_is_reported_as_it_stands_in_the_end(moved: list[int]) -> None:
    queue, stands = full_queue(), dict.fromkeys(range(1, 25), True)
    for at, number in enumerate(moved, start=5000):
        stands[number] = not stands[number]
        queue.add(LeverReport(BoxTime(at), number, stands[number]))
    told = dict.fromkeys(range(1, 25), True)
    for report, _evidence in queue:
        if isinstance(report, LeverReport):
            told[report.tile] = report.open
    assert told == stands
    assert len(queue) <= MOST_WAITING + 24


def test_a_lever_that_goes_to_and_fro_while_the_disk_is_full_is_in_doubt(
    a_table: BuildTable,
) -> None:
    table = a_table(players="Ann,Bob", journal=True, wood=PERFECT_WOOD)
    table.throws(3, 4)
    table.disk.fills_up()
    for _ in range(MOST_WAITING // 2 + 50):
        table.shuts(7)
        table.opens(7)
    table.disk.is_mended()
    table.waits(1000)
    assert table.runtime.referee.levers == table.runtime.standing
    assert table.runtime.at_rest
    assert table.read().events[-1].how.doubts == (Doubt(DoubtReason.UNOBSERVED, 7),)
