"""The options that all commands of a day at a stall have, and how they show it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from boxctl.cli.options import Options, whole_number
from boxctl.journal.stall_record import RecordedDay
from boxctl.journal.usual_places import usual_place
from boxctl.presentation.stall.sheet_document import sheet_as_json
from groundwork.language import tr
from groundwork.printing import print_json, print_lines


def add_place(options: Options) -> None:
    """Add ``--journal``, ``--stall`` and ``--json``."""
    options.add_journal_to_read()
    options.add_argument(
        "--stall",
        metavar="N",
        type=whole_number,
        help=tr("the day of this number (default: the newest)"),
    )
    options.add_json()


def journal_of(given: argparse.Namespace) -> Path:
    """Return the journal that has the stall."""
    return given.journal or usual_place()


def show(found: RecordedDay, lines: Iterable[str], *, as_json: bool) -> None:
    """Print these lines about a day, or the document of all of it."""
    if as_json:
        print_json(sheet_as_json(found.number, found.state))
    else:
        print_lines(*lines)
