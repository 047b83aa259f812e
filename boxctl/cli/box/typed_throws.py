"""Throws and buttons that are typed in the terminal of ``boxctl run``, for real dice."""

from __future__ import annotations

import signal
from contextlib import suppress
from threading import Thread

from boxctl.screens.plain.commands import Does, TypedCommand, read_command
from boxctl.table.box_table import BoxTable
from groundwork.language import tr
from groundwork.printing import print_notes
from groundwork.system.threads import start_thread
from groundwork.terminal import typed_lines


def take_typed_throws(table: BoxTable) -> None:
    """Hand each line of standard input over as a throw, in a thread of its own, until its end.

    A box need not have buttons: an empty line presses confirm, and the words of the plain game for
    confirm, new and report press them, too.
    """
    # In the background of a shell, reading from the terminal then fails instead of stopping us.
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    print_notes(
        "boxctl: "
        + tr(
            "type what the dice show, such as {values}, and press Enter.",
            values=table.dice.example,
        ),
        "boxctl: " + tr("Enter alone confirms; new begins another match when one is over."),
    )
    start_thread(Thread(target=_read, args=(table,), name="typing", daemon=True))


def _read(table: BoxTable) -> None:
    # A terminal that has gone cannot be read.
    with suppress(OSError):
        for line in typed_lines():
            _obey(table, line)


def _obey(table: BoxTable, line: str) -> None:
    typed = read_command(line)
    does = typed.command.does if isinstance(typed, TypedCommand) else None
    if typed is None or does is Does.CONFIRM:
        table.type_button("confirm")
    elif does is Does.NEW:
        table.type_button("new")
    elif does is Does.REPORT:
        table.type_button("confirm", long=True)
    else:
        table.type_throw(line)
