"""The keys that a box is known to have, for commands that verify."""

from __future__ import annotations

from pathlib import Path

from boxctl.cli import fail
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.known_keys import known_keys


def keys_of_box(journal: Path) -> frozenset[bytes]:
    """Return the keys that the box of this journal is known to have; say so if it has none to read.

    Without one any signature will do.
    """
    try:
        return known_keys(journal)
    except JournalFault as fault:
        fail(fault.lines)
        return frozenset()
