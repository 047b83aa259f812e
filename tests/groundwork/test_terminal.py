"""A terminal that goes is noticed, also if it went before anybody looked."""

from __future__ import annotations

import io
import os
import pty
import threading
from collections.abc import Iterator

import pytest

from groundwork.terminal import InputTerminal, typed_lines


@pytest.fixture
def master() -> Iterator[int]:
    """Make standard input a terminal, and give the side of the people."""
    before = os.dup(0)
    people, program = pty.openpty()
    os.dup2(program, 0)
    os.close(program)
    yield people
    os.dup2(before, 0)
    os.close(before)


def told_of(terminal: InputTerminal) -> threading.Event:
    told = threading.Event()
    terminal.when_gone(told.set)
    return told


def test_a_terminal_that_goes_is_noticed(master: int) -> None:
    terminal = InputTerminal()
    told = told_of(terminal)
    assert not terminal.has_gone
    assert not told.is_set()
    os.close(master)
    assert told.wait(60)
    assert terminal.has_gone


def test_a_terminal_that_went_before_anybody_looked_is_noticed(master: int) -> None:
    os.close(master)
    terminal = InputTerminal()
    assert terminal.has_gone
    assert told_of(terminal).wait(60)


@pytest.mark.parametrize("kind", ["nowhere", "a pipe whose writer has gone"])
def test_what_was_no_terminal_has_not_gone(master: int, kind: str) -> None:
    reading, writing = os.pipe()
    os.close(writing)
    other = os.open(os.devnull, os.O_RDONLY) if kind == "nowhere" else os.dup(reading)
    os.dup2(other, 0)
    assert not InputTerminal().has_gone
    for file in (other, reading, master):
        os.close(file)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_input_ends_where_its_encoding_cannot_go_on(encoding: str) -> None:
    given = io.TextIOWrapper(io.BytesIO(b"throw\n7\n"), encoding, errors="replace")
    assert list(typed_lines(given)) == []
