"""The terminal of a command: its width, whether it shows a full screen, and work to wait for there.

Ctrl-C ends such work at any moment, and a line tells how far it is. Ctrl-C that comes while Python
finalizes an object would be printed, and be lost.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from threading import Timer, get_ident
from traceback import format_exception
from typing import TYPE_CHECKING, Self

from groundwork.language import tr
from groundwork.printing import print_lines, print_notes, print_over
from groundwork.system.threads import start_thread

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def terminal_columns() -> int:
    """Return the width of the terminal in columns; 80 if it is not known."""
    if (columns := os.environ.get("COLUMNS", "")).isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (AttributeError, ValueError, OSError):
        return 80


def can_draw() -> bool:
    """Return whether standard input and output are a terminal that can move its cursor."""
    known = sys.platform == "win32" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return known and sys.stdin.isatty() and sys.stdout.isatty()


def print_qr(text: str) -> bool:
    """Print a QR code of ``text``; where it would not be one, say why and return False."""
    lines = qr_lines(text)
    if (hindrance := _hindrance(lines)) is not None:
        print_notes(hindrance)
        return False
    print_lines(*lines)
    return True


def qr_lines(text: str) -> list[str]:
    """Return the lines of a QR code of ``text``, for a terminal of any colours."""
    import segno

    drawn = StringIO()
    segno.make_qr(text).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()


def can_show(lines: list[str]) -> bool:
    """Return whether standard output shows these lines as they are."""
    return _hindrance(lines) is None


def _hindrance(lines: list[str]) -> str | None:
    encoding = sys.stdout.encoding or "utf-8"
    try:
        "".join(lines).encode(encoding)
    except UnicodeEncodeError:
        return tr(
            "There is no QR code: {encoding}, the encoding of this terminal, lacks its blocks.",
            encoding=encoding,
        )
    columns = max(map(len, lines))
    if sys.stdout.isatty() and terminal_columns() < columns:
        return tr("There is no QR code: it needs a terminal of {columns} columns.", columns=columns)
    return None


RETRY_S = 0.01
"""How long after a Ctrl-C that was lost it is tried again."""


@contextmanager
def heed_lost_interrupts() -> Iterator[None]:
    """Have Ctrl-C end the work within at any moment, and without a traceback. Main thread only.

    No exception can leave the end of an object: Python prints it there and goes on. Interrupts are
    raised again a moment later. Other errors are printed after the work, unless it is interrupted:
    an object whose making was broken off may well fail when it ends.
    """
    held: list[str] = []
    this_thread = get_ident()

    def hold(lost: UnraisableHookArgs) -> None:
        if lost.exc_type is KeyboardInterrupt:
            # By a real signal: interrupt_main() would not wake a thread that waits.
            again = Timer(RETRY_S, _interrupt, (this_thread,))
            again.daemon = True
            start_thread(again)
        else:
            held.extend(format_exception(lost.exc_type, lost.exc_value, lost.exc_traceback))

    before, sys.unraisablehook = sys.unraisablehook, hold
    try:
        yield
    except KeyboardInterrupt:
        held.clear()
        raise
    finally:
        sys.unraisablehook = before
        print_notes(*"".join(held).splitlines())


def _interrupt(thread: int) -> None:
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(thread, signal.SIGINT)


EACH = 10
"""The matches between two updates of the line, some tenths of a second."""


class MatchProgress:
    """A line that is written over. Shows nothing without a terminal, or with ``quiet``."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = not quiet and sys.stdout.isatty() and sys.stderr.isatty()
        self._width = 0
        self.of = 0

    def __call__(self, looked_at: int, of: int) -> None:
        """Note that ``looked_at`` of ``of`` matches have been read."""
        self.of = of
        if self._shown and looked_at % EACH == 0:
            told = tr("looked at {done} of {matches} matches", done=looked_at, matches=of)
            self._width = len(told)
            print_over(told)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ended: object) -> None:
        """Clear the line."""
        if self._width:
            print_over(" " * self._width)
            print_over("")
