"""Find the newest match of a journal."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.faults import JournalFault
from boxctl.journal.query import newest, reading


def newest_match(journal: Path) -> int | None:
    """Return the number of the newest match of a journal; None without one that can be read."""
    try:
        with reading(journal) as connection:
            return newest(connection)
    except JournalFault:
        return None
