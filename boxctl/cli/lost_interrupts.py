"""Ctrl-C that comes while Python finalizes an object: it would be printed, and be lost."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, get_ident
from traceback import format_exception
from typing import TYPE_CHECKING

from groundwork.printing import print_notes
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
            again = Timer(RETRY_S, signal.pthread_kill, (this_thread, signal.SIGINT))
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
