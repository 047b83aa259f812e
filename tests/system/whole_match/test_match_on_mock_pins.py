"""The whole match on pins in memory, in virtual time."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.referee.ruling import DoubtReason
from tests.support.chips.device_trace import traced
from tests.support.chips.mock_chips import MockPin
from tests.support.rulings import of
from tests.support.tables.match import summary
from tests.support.tables.mock_pins import MockPins, throws_itself
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.virtual_table import BuildTable, VirtualTable


@pytest.fixture
def pins(tmp_path: Path) -> MockPins:
    box_file = tmp_path / "box.toml"
    box_file.write_text(throws_itself(THE_MATCH.box_toml("")))
    return MockPins(box_file)


@pytest.fixture
def table(a_table: BuildTable, pins: MockPins) -> VirtualTable:
    return a_table(wiring=pins)


def lit(pins: MockPins) -> list[int]:
    """The tiles whose lamps are lit."""
    return [n for n, pin in enumerate(THE_MATCH.lamps, start=1) if pins.pin(pin).high]


def test_the_match_is_ruled_as_it_should_be(table: VirtualTable, pins: MockPins) -> None:
    assert lit(pins) == list(range(1, 10))
    table.plays(THE_MATCH)
    assert [summary(ruling_as_json(ruling)) for ruling in table.rulings] == THE_MATCH.rulings
    assert of(table.rulings[-1]).payout == THE_MATCH.payout
    # Bob has shut the box: the odd and the even lamps in turn.
    before = lit(pins)
    table.waits(1000)
    assert sorted([before, lit(pins)]) == [[1, 3, 5, 7, 9], [2, 4, 6, 8]]


def test_the_lamps_are_dark_when_the_box_is_closed(table: VirtualTable, pins: MockPins) -> None:
    lamps = [pins.pin(pin) for pin in THE_MATCH.lamps]
    assert all(pin.high for pin in lamps)
    table.close()
    assert not any(pin.high for pin in lamps)


def test_a_move_before_which_edges_were_lost_is_unverified(
    table: VirtualTable, pins: MockPins
) -> None:
    table.throws(3, 4)
    # Down and up again: an even number, after which the contact stands as it did.
    pins.pin(THE_MATCH.tiles[6]).loses(2)
    table.shuts(7)
    assert of(table.new[0]).verdict == "committed"
    assert [doubt.reason for doubt in table.new[0].unverified or ()] == [DoubtReason.TIME_UNKNOWN]


def test_a_move_of_which_every_edge_came_is_certain(table: VirtualTable) -> None:
    table.throws(3, 4)
    table.shuts(7)
    assert not table.new[0].unverified


def test_levers_and_lamps_go_through_the_devices_of_gpiozero(
    table: VirtualTable, pins: MockPins
) -> None:
    with traced(MockPin) as trace:
        table.plays(THE_MATCH)
    assert trace.past == []
    levers = [pins.pin(pin).info.name for pin in THE_MATCH.tiles]
    lamps = [pins.pin(pin).info.name for pin in THE_MATCH.lamps]
    assert {each.pin for each in trace.read("InputDevice")} >= {*levers}
    assert {each.pin for each in trace.set("LED")} == {*lamps}
    last = {each.pin: each.value for each in trace.set("LED")}
    assert [number for number, lamp in enumerate(lamps, start=1) if last[lamp]] == lit(pins)
