"""Take away what a failed attempt to open a journal has left beside it."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from boxctl.journal.disk.private_files import open_in_place, part_of

_USED = 128
"""The byte of the log's index on which each program that uses it holds a lock of SQLite's."""


def parts_beside(database: Path) -> frozenset[str]:
    """Return which of a database's log and index are there."""
    return frozenset(part for part in ("-wal", "-shm") if os.path.lexists(part_of(database, part)))


def remove_new_parts(database: Path, before: frozenset[str]) -> None:
    """Remove an empty log and its index if neither was there ``before`` and nobody uses them.

    On a full disk SQLite cannot do this itself. What cannot be removed stays: the next start
    takes it over.
    """
    log, index = part_of(database, "-wal"), part_of(database, "-shm")
    if before:
        return
    with suppress(OSError):
        if log.stat().st_size:
            return
        with os.fdopen(open_in_place(index, os.O_RDWR), "r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _USED)
            log.unlink()
            index.unlink()
