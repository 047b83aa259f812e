"""Long lines go on below their own column."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from groundwork.cell_width import LEAST_TEXT, hang


def test_a_key_and_what_it_does() -> None:
    assert hang(["SPACE       throw the dice again", "Q           leave"], 24) == [
        "SPACE       throw the",
        "        dice again",
        "Q           leave",
    ]
    assert hang(["SPACE       throw the dice again"], 30) == [
        "SPACE       throw the dice",
        "            again",
    ]


def test_a_line_with_an_indent_of_its_own() -> None:
    assert hang(["  7: most throws still play, 30 of 36."], 26, 2) == [
        "  7: most throws still",
        "    play, 30 of 36.",
    ]


def test_short_lines_stay_as_they_are() -> None:
    assert hang(["", "  one   two", "x"], 11) == ["", "  one   two", "x"]


@given(st.text("ab 7+", max_size=90), st.integers(LEAST_TEXT, 60))
def test_nothing_is_lost_and_nothing_too_wide(line: str, width: int) -> None:
    broken = hang([line], width)
    assert all(len(piece) <= width for piece in broken)
    assert "".join("".join(broken).split()) == "".join(line.split())
