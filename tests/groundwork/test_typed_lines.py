"""Lines are read as people type them, and bounded whatever else sends them."""

from __future__ import annotations

import io

from groundwork.terminal import MOST_CHARACTERS, typed_line, typed_lines


class Endless(io.StringIO):
    """One line without an end, of which only so much is ever asked for at once."""

    def __init__(self, pieces: int) -> None:
        super().__init__()
        self.pieces = pieces

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        assert size is not None
        assert 0 < size <= MOST_CHARACTERS
        self.pieces -= 1
        return "" if self.pieces < 0 else "\0" * size


def test_lines_are_yielded_as_they_are_typed() -> None:
    assert list(typed_lines(io.StringIO("7\n\n6 1\nquit"))) == ["7\n", "\n", "6 1\n", "quit"]


def test_of_a_line_that_is_too_long_only_its_beginning_is_kept() -> None:
    source = io.StringIO("x" * (3 * MOST_CHARACTERS + 5) + "\nnext\n")
    assert list(typed_lines(source)) == ["x" * MOST_CHARACTERS, "next\n"]


def test_a_line_that_just_fits_is_whole() -> None:
    fits = "x" * (MOST_CHARACTERS - 1) + "\n"
    assert list(typed_lines(io.StringIO(f"{fits}next"))) == [fits, "next"]


def test_a_line_without_an_end_takes_no_room() -> None:
    source = Endless(1000)
    assert len(typed_line(source)) == MOST_CHARACTERS
    assert source.pieces < 0
