"""A screen shows what was printed, then the prompt and what is typed, whatever comes between."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from groundwork.cell_width import columns_of
from groundwork.editing_terminal import EditingTerminal, may_edit

ROOT = Path(__file__).parents[2]


class PretendScreen:
    """A terminal of endless height that knows what is written to it, and no more."""

    def __init__(self, wide: int) -> None:
        self.wide = wide
        self.rows: list[list[str]] = [[]]
        self.row = self.column = 0
        self.written: list[str] = []

    def write(self, text: str) -> None:
        self.written.append(text)
        for by, letter, character in re.findall(r"\x1b\[(\d*)([A-DJ])|(.|\n)", text):
            if letter:
                self._move(letter, int(by or 1))
            else:
                self._put(character)

    def _move(self, letter: str, by: int) -> None:
        # Behind a full row a terminal stands on its last column, and waits.
        if letter in "ABCD":
            self.column = min(self.column, self.wide - 1)
        match letter:
            case "A":
                self.row -= by
            case "B":
                self.row += by
            case "C":
                self.column = min(self.wide - 1, self.column + by)
            case "D":
                self.column = max(0, self.column - by)
            case _:
                self.rows = self.rows[: self.row + 1]
                self.rows[self.row] = self.rows[self.row][: self.column]
        assert self.row >= 0
        self._grow()

    def _put(self, character: str) -> None:
        if character == "\n":
            self.row, self.column = self.row + 1, 0
            self._grow()
            return
        columns = columns_of(character)
        if self.column + columns > self.wide:
            self.row, self.column = self.row + 1, 0
            self._grow()
        row = self.rows[self.row]
        row += [" "] * (self.column - len(row))
        row[self.column : self.column + columns] = [character, *[""] * (columns - 1)]
        self.column += columns

    def _grow(self) -> None:
        while len(self.rows) <= self.row:
            self.rows.append([])

    @property
    def shown(self) -> str:
        """The rows; what a terminal has broken is not put together."""
        return "\n".join("".join(row).rstrip() for row in self.rows).rstrip("\n")


class Ann:
    """Types at a terminal, while others print there."""

    def __init__(self, wide: int = 40) -> None:
        self.screen = PretendScreen(wide)
        self._typed = bytearray()
        self.terminal = EditingTerminal(self._next, self.screen.write, lambda: wide)
        self._lines = self.terminal.lines()

    def _next(self) -> bytes:
        if not self._typed:
            raise BlockingIOError
        return bytes([self._typed.pop(0)])

    def types(self, text: str) -> list[str]:
        self._typed += text.encode()
        entered = []
        while True:
            try:
                entered.append(next(self._lines))
            except BlockingIOError:
                self._lines = self.terminal.lines()
                return entered
            except StopIteration:
                return entered


def test_what_is_printed_comes_before_what_is_typed() -> None:
    ann = Ann()
    ann.terminal.show("Ann, tiles: ")
    ann.types("6 ")
    ann.terminal.show("\n")
    ann.terminal.show("The roller is unplugged.\n")
    ann.terminal.show("Ann, tiles: ")
    assert ann.types("1\n") == ["6 1"]
    assert ann.screen.shown == "Ann, tiles:\nThe roller is unplugged.\nAnn, tiles: 6 1"


def test_what_is_typed_while_a_robot_plays_goes_on_below_its_moves() -> None:
    ann = Ann()
    ann.types("sta")
    ann.terminal.show("Bea throws 6 and 1.\n")
    ann.terminal.show("7 is shut.\n")
    assert ann.types("tus\n") == ["status"]
    assert ann.screen.shown == "Bea throws 6 and 1.\n7 is shut.\nstatus"


def test_a_letter_of_the_end_is_written_alone() -> None:
    """A screen reader tells what is written, so nothing is written twice."""
    ann = Ann()
    ann.terminal.show("Ann, tiles: ")
    ann.screen.written.clear()
    ann.types("6 1")
    assert ann.screen.written == ["6", " ", "1"]


def test_after_another_program_has_written_the_prompt_comes_again() -> None:
    ann = Ann()
    ann.terminal.show("Ann, tiles: ")
    ann.types("6 1" + "\x1b[D")
    ann.screen.write("\n[1]+  Stopped\n")
    ann.terminal.show_again()
    assert ann.types("0\n") == ["6 01"]
    assert ann.screen.shown.endswith("Stopped\nAnn, tiles: 6 01")


def test_several_lines_at_once_are_several_lines() -> None:
    assert Ann().types("6\n1\n") == ["6", "1"]


LETTERS = st.sampled_from("ab 7é漢")
KEYS = st.sampled_from(["\x1b[D", "\x1b[C", "\x7f", "\x01", "\x05", "\x1b[3~", "\x17"])
TOLD = st.text("xy ", min_size=1, max_size=30).map(str.encode)
STEPS = st.lists(st.one_of(LETTERS, KEYS, st.just("\n"), TOLD), max_size=40)


@given(st.integers(8, 20), STEPS)
def test_the_screen_shows_what_a_teletype_would_have(wide: int, steps: list[str | bytes]) -> None:
    """Lines of the table come as bytes here, what is typed as text."""
    ann, paper, prompt = Ann(wide), PretendScreen(wide), "Ann: "
    ann.terminal.show(prompt)
    for step in steps:
        if isinstance(step, bytes):
            ann.terminal.show(f"\n{step.decode()}\n{prompt}")
            paper.write(f"{prompt}\n{step.decode()}\n")
        else:
            entered = ann.types(step)
            for line in entered:
                paper.write(f"{prompt}{line}\n")
                ann.terminal.show(prompt)
        last = prompt + ann.terminal._line.text
        now = PretendScreen(wide)
        now.rows = [list(row) for row in paper.rows]
        now.row, now.column = paper.row, paper.column
        now.write(last)
        assert ann.screen.shown == now.shown


def test_a_pipe_and_a_terminal_that_cannot_move_its_cursor_are_left_alone() -> None:
    assert not may_edit({"TERM": "dumb"})
    assert not may_edit({})


PROGRAM = """
from groundwork.editing_terminal import editing_terminal
with editing_terminal() as terminal:
    terminal.show("? ")
    for line in terminal.lines():
        terminal.show(f"<{line}>\\n? ")
"""


def test_a_real_terminal_is_afterwards_as_it_was() -> None:
    people, program = pty.openpty()
    before = termios.tcgetattr(program)
    running = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=program,
        stdout=program,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
    )
    told = b""
    while b"? " not in told:
        told += os.read(people, 1024)
    os.write(people, b"7\x1b[D6\n\x04")
    while b"<67>" not in told:
        told += os.read(people, 1024)
    assert running.wait(60) == 0
    assert termios.tcgetattr(program) == before
    os.close(people)
    os.close(program)
