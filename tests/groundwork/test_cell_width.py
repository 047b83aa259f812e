"""How many columns text takes: wide letters, marks and emoji, measured as Textual's Rich does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from groundwork.cell_width import (
    centred,
    columns_of,
    cut,
    flush_left,
    flush_right,
    in_columns,
    wrapped,
)
from groundwork.printing import as_text
from tests.support.any_names import NAMES

COLUMNS = st.integers(0, 40)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("Ann", 3),
        ("日本", 4),
        ("한국", 4),
        ("Zoe\u0308", 3),
        ("👩\u200d👩\u200d👧", 2),
        ("❤\ufe0f", 2),
        ("👍🏽", 2),
    ],
)
def test_a_name_takes_as_many_columns_as_on_a_terminal(name: str, columns: int) -> None:
    assert columns_of(name) == columns


@given(NAMES)
def test_rich_measures_every_name_alike(name: str) -> None:
    assert columns_of(name) == cell_len(name)


@given(st.text(max_size=8).map(as_text))
def test_rich_measures_any_text_alike_that_is_shown(text: str) -> None:
    assert columns_of(text) == cell_len(text)


@given(NAMES, COLUMNS)
def test_a_name_is_cut_to_what_there_is_room_for(name: str, columns: int) -> None:
    assert columns_of(cut(name, columns)) <= columns
    assert name.startswith(cut(name, columns))


@given(NAMES, COLUMNS)
def test_names_are_filled_up_to_their_column(name: str, columns: int) -> None:
    wide = max(columns, columns_of(name))
    assert columns_of(flush_left(name, columns)) == columns_of(flush_right(name, columns)) == wide
    assert columns_of(centred(name, columns)) == columns


def test_names_and_figures_stand_below_each_other() -> None:
    rows = (("", "rounds", "best"), ("日本", "12", "3"), ("Ann", "7", "21"))
    assert list(in_columns(rows, least=(5,))) == [
        "      rounds best",
        "日本      12    3",
        "Ann        7   21",
    ]


@given(st.text("ab ", max_size=12), COLUMNS)
def test_narrow_text_is_centred_as_python_does(text: str, columns: int) -> None:
    assert centred(text, columns) == text[:columns].center(columns)


def test_no_line_is_broken_at_a_no_break_space() -> None:
    text = "Tout est prêt\u00a0: lancez «\u00a0deux\u00a0» dés\u00a0!"
    assert wrapped(text, 10) == [
        "Tout est",
        "prêt\u00a0:",
        "lancez",
        "«\u00a0deux\u00a0»",
        "dés\u00a0!",
    ]


@given(st.lists(NAMES, min_size=1, max_size=6), st.integers(10, 40))
def test_no_line_of_a_broken_text_is_too_long(names: list[str], columns: int) -> None:
    text = " ".join(names)
    lines = wrapped(text, columns, "  ")
    assert all(columns_of(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
