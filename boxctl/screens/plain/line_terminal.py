"""Where lines are typed and printed: a terminal with editing, one without, or a pipe."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size

from boxctl.screens.plain.line_output import LineOutput, Show
from groundwork.editing_terminal import editing_terminal, may_edit
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.printing import print_piece
from groundwork.terminal import typed_lines


@frozen_dataclass
class LineTerminal:
    """Prints with ``show``; ``lines`` yields what is typed, one by one, without line breaks.

    ``show_again`` prints the prompt and what was typed once more; None where a terminal keeps to
    itself what was typed.
    """

    show: Show
    lines: Callable[[], Iterator[str]]
    show_again: Callable[[], object] | None = None

    def output(self) -> LineOutput:
        """Return an output that breaks lines for a terminal; in a pipe a sentence stays one."""
        width = get_terminal_size().columns if sys.stdout.isatty() else None
        echoes = not sys.stdin.isatty()
        return LineOutput(self.show, width, echoes=echoes, show_again=self.show_again)


@contextmanager
def line_terminal() -> Iterator[LineTerminal]:
    """Type and print on the terminal or in the pipe of this program, from the main thread."""
    if not may_edit(os.environ):
        yield LineTerminal(print_piece, _lines_as_they_come)
        return
    with editing_terminal() as terminal:
        yield LineTerminal(terminal.show, terminal.lines, terminal.show_again)


def line_output() -> LineOutput:
    """Return an output for people who are told something and asked nothing."""
    return LineTerminal(print_piece, _lines_as_they_come).output()


def _lines_as_they_come() -> Iterator[str]:
    for line in typed_lines():
        yield line.rstrip("\n")


@contextmanager
def asking_again(ask: Callable[[], object]) -> Iterator[None]:
    """Ask once more when the program goes on after Ctrl-Z: a shell has covered the prompt."""

    def go_on(_number: int, _frame: object) -> None:
        with suppress(RuntimeError):  # something is being printed: the prompt is still to come
            ask()

    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGCONT, go_on)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


@contextmanager
def typed_at() -> Iterator[tuple[LineOutput, Iterator[str]]]:
    """Give an output on the terminal of this program, and the lines that are typed there.

    What is not asked for stays unread.
    """
    with line_terminal() as terminal:
        output = terminal.output()
        with asking_again(output.ask_again):
            yield output, terminal.lines()
