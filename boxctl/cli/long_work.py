"""Work that people wait for: Ctrl-C ends it at any moment, and a line tells how far it is.

Ctrl-C that comes while Python finalizes an object would be printed, and be lost.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, get_ident
from traceback import format_exception
from typing import TYPE_CHECKING, Self

from groundwork.language import tr
from groundwork.printing import print_notes, print_over
from groundwork.system.threads import start_thread

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


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
