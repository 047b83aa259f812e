"""Read the lines that people type, and notice that their terminal has gone.

Its window was closed, or the connection to it was lost.

The kernel tells only the programs in the foreground of a terminal, by SIGHUP. A program that goes
on reading from a terminal that has gone reads nothing, over and over.
"""

from __future__ import annotations

import os
import select
import stat
import sys
import threading
from collections.abc import Callable, Iterator

from groundwork.system.threads import start_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_STANDARD = (0, 1, 2)
_INPUT = 0

MOST_CHARACTERS = 4096
"""Longer than any line that people type. A terminal hands over no more at once."""


class InputTerminal:
    """The terminal that standard input is when this object is made, or was until then."""

    def __init__(self) -> None:
        # Remembered, as one that has gone says that it is no terminal.
        self._is_terminal = os.isatty(_INPUT) or _is_terminal_that_has_gone()

    @property
    def has_gone(self) -> bool:
        """Whether standard input was a terminal, and that has gone."""
        return self._is_terminal and _waits_until_gone(0)

    def when_gone(self, then: Callable[[], object]) -> None:
        """Call ``then`` once the terminal has gone, in a thread that sleeps until it has.

        Does nothing if there is no terminal.
        """

        def wait() -> None:
            _waits_until_gone(None)
            then()

        if self._is_terminal and sys.platform != "win32":
            start_thread(threading.Thread(target=wait, name="hang-up", daemon=True))


def forget_terminal() -> None:
    """Read nothing and write nowhere from now on, so that a program ends without an error."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for file in _STANDARD:
        os.dup2(nowhere, file)
    os.close(nowhere)


def _is_terminal_that_has_gone() -> bool:
    # Other devices, /dev/null among them, do not hang up.
    return stat.S_ISCHR(os.fstat(_INPUT).st_mode) and _waits_until_gone(0)


def _waits_until_gone(milliseconds: int | None) -> bool:
    if sys.platform == "win32":
        # A console that is closed ends its programs.
        return False
    poll = select.poll()
    # No event is asked for: that a terminal has gone is reported anyway.
    poll.register(_INPUT, 0)
    return any(
        events & (select.POLLHUP | select.POLLERR) for _file, events in poll.poll(milliseconds)
    )


def typed_line(source: TextIO | None = None) -> str:
    """Return the next line of standard input, or of ``source``; empty at its end.

    The end of a line that is too long is dropped, so one without an end takes no more memory than
    silence. The input also ends where its encoding cannot go on: UTF-16 that lacks its first mark.
    Raises OSError if it cannot be read.
    """
    stream = source or sys.stdin
    try:
        line = rest = stream.readline(MOST_CHARACTERS)
        while len(rest) == MOST_CHARACTERS and not rest.endswith("\n"):
            rest = stream.readline(MOST_CHARACTERS)
    except UnicodeError:
        return ""
    return line


def typed_lines(source: TextIO | None = None) -> Iterator[str]:
    """Yield each line of standard input, or of ``source``, as :func:`typed_line` returns it."""
    # Of what is put in the place of standard input later, no line is read here.
    read = sys.stdin if source is None else source
    while line := typed_line(read):
        yield line
