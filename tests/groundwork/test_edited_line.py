"""A line that is typed is edited as a shell edits it."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from groundwork.edited_line import MOST_TYPED, EditedLine, KeyOutcome, KeyReader

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"


def keys_of(typed: str) -> list[str]:
    reader = KeyReader()
    return [key for character in typed if (key := reader.feed(character))]


def typing(typed: str, line: EditedLine | None = None) -> EditedLine:
    line = line or EditedLine()
    for key in keys_of(typed):
        if line.press(key) is KeyOutcome.ENTERED:
            line.take()
    return line


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("stats" + LEFT * 3 + "at", "statats"),
        ("6 1" + "\x01" + "1", "16 1"),
        ("6 1" + "\x1b[H" + "\x1b[3~" + "\x1b[F" + "2", " 12"),
        ("shut 6 1\x17", "shut 6 "),
        ("shut 6 1\x1b\x7f\x1b\x7f", "shut "),
        ("shut 6\x1b[1;5D\x0b", "shut "),
        ("shut 6\x1bb\x15", "6"),
        ("shut 6 1\x01\x1bd\x1bd", " 1"),
        ("tx\x08hrow", "throw"),
        ("e\u0301" + "x" + LEFT * 2 + "\x7f" + "a", "ae\u0301x"),
        ("cafe\u0301\x7f", "caf"),
        ("7\x04", "7"),
        ("71" + LEFT + "\x04", "7"),
    ],
)
def test_keys_of_a_shell(typed: str, text: str) -> None:
    assert typing(typed).text == text


@pytest.mark.parametrize("unknown", ["\x1b[200~", "\x1b[5~", "\x1bOP", "\x1b\x1b[D", "\t", "\x00"])
def test_keys_that_mean_nothing_leave_no_trace(unknown: str) -> None:
    assert typing(f"6 {unknown}\x051").text == "6 1"


def test_lines_come_again_and_what_was_begun_is_kept() -> None:
    line = typing("throw\n7\n7\n\nsta")
    seen = []
    for key in ("up", "up", "up", "down", "down", "down"):
        line.press(key)
        seen.append(line.text)
    assert seen == ["7", "throw", "throw", "7", "sta", "sta"]


def test_only_an_empty_line_ends_the_input() -> None:
    line = EditedLine()
    line.press("7")
    assert line.press("end of input") is KeyOutcome.GOES_ON
    line.press("backspace")
    assert line.press("end of input") is KeyOutcome.ENDED


def test_what_is_longer_than_any_line_is_dropped() -> None:
    assert len(typing("x" * (MOST_TYPED + 9)).text) == MOST_TYPED


class TwoHalves:
    """Another reading of the same: what stands before the cursor, and behind it."""

    def __init__(self) -> None:
        self.before: list[str] = []
        self.behind: list[str] = []

    def press(self, key: str) -> None:
        if len(key) == 1:
            self.before.append(key)
        elif key == "left" and self.before:
            self.behind.insert(0, self.before.pop())
        elif key == "right" and self.behind:
            self.before.append(self.behind.pop(0))
        elif key == "backspace" and self.before:
            self.before.pop()
        elif key == "delete" and self.behind:
            self.behind.pop(0)
        elif key == "home":
            self.before, self.behind = [], self.before + self.behind
        elif key == "end":
            self.before, self.behind = self.before + self.behind, []


KEYS = st.one_of(
    st.characters(min_codepoint=32, max_codepoint=126),
    st.sampled_from(["left", "right", "backspace", "delete", "home", "end"]),
)


@given(st.lists(KEYS, max_size=60))
def test_it_is_what_two_halves_are(keys: Iterable[str]) -> None:
    line, halves = EditedLine(), TwoHalves()
    for key in keys:
        line.press(key)
        halves.press(key)
        assert line.text == "".join(halves.before + halves.behind)
        assert line.cursor == len(halves.before)


@example("3\xa0:")
@given(st.text(max_size=80))
def test_no_input_brings_a_sign_into_the_line_that_moves_the_cursor(typed: str) -> None:
    # A no-break space, as French has it, is as harmless as a space.
    text = typing(typed).text
    assert all(character.isprintable() or category(character) == "Zs" for character in text)
