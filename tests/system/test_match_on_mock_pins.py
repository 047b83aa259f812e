"""The whole match on pins in memory, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.presentation.ruling_lines import ruling_as_json
from tests.support.rulings import of
from tests.support.tables.match import summary
from tests.support.tables.mock_table import MILLISECOND, MockTable, throws_itself
from tests.support.tables.the_match import THE_MATCH


def lit(table: MockTable) -> list[int]:
    """The tiles whose lamps are lit."""
    return [n for n, pin in enumerate(THE_MATCH.lamps, start=1) if table.chips.pin(pin).high]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[MockTable]:
    box_file = tmp_path / "box.toml"
    box_file.write_text(throws_itself(THE_MATCH.box_toml("")))
    table = MockTable(THE_MATCH, box_file)
    with table.box:
        yield table


def test_the_match_is_ruled_as_it_should_be(table: MockTable) -> None:
    assert lit(table) == list(range(1, 10))
    table.plays()
    assert [summary(ruling_as_json(ruling)) for ruling in table.rulings] == THE_MATCH.rulings
    assert of(table.rulings[-1]).payout == THE_MATCH.payout
    # Bob has shut the box: the odd and the even lamps in turn.
    before = lit(table)
    table.lets_pass(1000 * MILLISECOND)
    assert sorted([before, lit(table)]) == [[1, 3, 5, 7, 9], [2, 4, 6, 8]]


def test_the_lamps_are_dark_when_the_box_is_closed(table: MockTable) -> None:
    pins = [table.chips.pin(pin) for pin in THE_MATCH.lamps]
    assert all(pin.high for pin in pins)
    table.box.close()
    assert not any(pin.high for pin in pins)
