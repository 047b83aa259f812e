"""The options that all commands of a day at a stall have, and how they show it."""

from __future__ import annotations

from collections.abc import Iterable

from boxctl.cli.options import Options
from boxctl.journal.stall_record import RecordedDay
from boxctl.presentation.stall.sheet import sheet_as_json
from groundwork.language import tr
from groundwork.printing import print_json, print_lines


def add_place(options: Options) -> None:
    """Add ``--journal``, ``--stall`` and ``--json``."""
    options.add_chain("--stall", tr("the day of this number (default: the newest)"))


def show(found: RecordedDay, lines: Iterable[str], *, as_json: bool) -> None:
    """Print these lines about a day, or the document of all of it."""
    if as_json:
        print_json(sheet_as_json(found.number, found.state))
    else:
        print_lines(*lines)
