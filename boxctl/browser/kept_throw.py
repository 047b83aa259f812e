"""A throw that was tapped and does not count yet, kept over a page that is loaded anew.

It is kept in a file beside the record, and counts a moment after the page is back: until then it
can be taken back as before.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from boxctl.journal.disk.writer import Keeping
from boxctl.rules.ruleset import Throw
from boxctl.screens.laptop.laptop_table import LaptopTable
from groundwork.system.files import read_small_file, write_whole

FILE = "tapped-throw.json"
MOST_BYTES = 1 << 10


class KeptThrow:
    """Keeps the throw that waits at a table, in the folder of its ``journal``."""

    def __init__(self, journal: Path, keeping: Keeping) -> None:
        self._path = journal.parent / FILE
        self._keeping = keeping
        self._kept: Throw = ()

    def look(self, table: LaptopTable) -> None:
        """Keep the throw that waits now, or forget the one that does not wait any more."""
        tapped = table.hands.tapped
        waits = () if tapped is None else tapped.values
        if waits == self._kept:
            return
        self._kept = waits
        with suppress(OSError):
            if waits:
                kept = {"of": _moment(table), "throw": " ".join(map(str, waits))}
                write_whole(self._path, json.dumps(kept).encode())
            else:
                self._path.unlink(missing_ok=True)
            self._keeping.keep(lambda _trouble: None)

    def bring_back(self, table: LaptopTable, now: int) -> None:
        """Tap the throw again that waited, unless the match has gone on without it."""
        try:
            kept = json.loads(read_small_file(self._path, MOST_BYTES))
            throw = str(kept["throw"]) if kept["of"] == _moment(table) else ""
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return
        if throw and table.hands.real_dice is not None:
            table.hands.tell_throw(throw, now)


def _moment(table: LaptopTable) -> list[int]:
    """Return what is different once anything has happened at a table."""
    session = table.session
    return [] if session is None else [session.match or 0, session.runtime.line]
