"""Throws that are typed in the terminal of ``boxctl run``, for a box without a roller."""

from __future__ import annotations

import signal
from contextlib import suppress
from threading import Thread

from boxctl.table.box_table import BoxTable
from groundwork.language import tr
from groundwork.printing import print_notes
from groundwork.terminal import typed_lines


def take_typed_throws(table: BoxTable) -> None:
    """Hand each line of standard input over as a throw, in a thread of its own, until its end."""
    # In the background of a shell, reading from the terminal then fails instead of stopping us.
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    print_notes("boxctl: " + tr("type what the dice show, such as 3 4, and press Enter."))
    Thread(target=_read, args=(table,), name="typing", daemon=True).start()


def _read(table: BoxTable) -> None:
    # A terminal that has gone cannot be read.
    with suppress(OSError):
        for line in typed_lines():
            if line.strip():
                table.type_throw(line)
