"""A box.toml that is written reads back as what was written, and says what each key means."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.config.box_file import TABLES
from hardware.config.declare import Driver, Table
from hardware.config.read import read_box
from hardware.config.write import box_toml, toml_value
from tests.support.chips.box_toml import GOOD
from tests.support.soak import SOAK

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
plain_values = texts | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False)
values = plain_values | st.lists(plain_values, max_size=4)


@st.composite
def a_table(draw: st.DrawFn, table: Table, driver: Driver) -> dict[str, Any]:
    """Any values for some of the keys of a driver."""
    content: dict[str, Any] = {"driver": driver.name} if table.has_driver_key else {}
    for setting in driver.settings:
        if draw(st.booleans()):
            content[setting.key] = draw(values | st.dictionaries(texts, plain_values, max_size=2))
    return content


@st.composite
def any_values(draw: st.DrawFn) -> dict[str, Any]:
    """Any values for some of the tables, one of them maybe several times."""
    found: dict[str, Any] = {}
    for table in TABLES:
        if draw(st.booleans()):
            of_a_driver = st.one_of([a_table(table, driver) for driver in table.drivers])
            found[table.name] = draw(
                st.lists(of_a_driver, min_size=1, max_size=3) if table.several else of_a_driver
            )
    return found


@settings(max_examples=30 * SOAK)
@given(any_values())
def test_what_is_written_reads_back_the_same(content: dict[str, Any]) -> None:
    assert tomllib.loads(box_toml(content)) == content


def test_a_whole_box_is_the_same_box_when_it_was_written(tmp_path: Path) -> None:
    exceptions = [{"tiles": "2", "actuated_by": "open"}, {"tiles": [3], "sensor": "switch"}]
    content = tomllib.loads(GOOD)
    content["tiles"]["except"] = exceptions
    file = tmp_path / "box.toml"
    file.write_text(box_toml(content))
    assert tomllib.loads(file.read_text()) == content
    assert read_box(file).box.tiles == 3


def test_every_key_says_what_it_means_and_what_more_may_be_given() -> None:
    text = box_toml(
        {"box": {"tiles": 9}}, ["The box in the pub."], {("box", "tiles"): ["Tile 4 is missing."]}
    )
    assert text.splitlines() == [
        "# The box in the pub.",
        "",
        "# The wood.",
        "[box]",
        "# how many tiles are wired; every list of pins begins with tile 1",
        "# Tile 4 is missing.",
        "tiles = 9",
        "# May also be given:",
        "#   language: the language of rulings, voice and display (default: that of the locale)",
    ]


def test_no_line_is_longer_than_the_page() -> None:
    for table in TABLES:
        for driver in table.drivers:
            content = {"driver": driver.name} if table.has_driver_key else {}
            assert max(map(len, box_toml({table.name: content}).splitlines())) <= 100


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ({"tiels": {}}, KeyError),
        ({"tiles": {"driver": "usb", "pins": []}}, ValueError),
        ({"tiles": {"driver": "magic"}}, ValueError),
        ({"box": {"tiles": None}}, TypeError),
    ],
)
def test_what_no_box_has_is_not_written(content: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        box_toml(content)


def test_a_table_within_a_value_is_written_inline() -> None:
    assert toml_value({"stake": 50, "a b": [1, "x"]}) == '{ stake = 50, "a b" = [1, "x"] }'


def test_an_address_is_written_as_every_tool_shows_it() -> None:
    display = {"driver": "ssd1306", "size": "128x64", "bus": 1, "address": 60}
    written = box_toml({"display": display}).splitlines()
    assert "address = 0x3c" in written
    assert "bus = 1" in written
