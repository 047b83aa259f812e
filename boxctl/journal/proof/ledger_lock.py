"""The lock of the key's ledger: one program of a box at a time reads and writes it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

from boxctl.journal.disk.private_files import create, is_private, open_in_place
from groundwork.clock import monotonic_us
from groundwork.language import tr
from groundwork.system.file_locks import take_whole

PATIENCE = 5.0
"""The longest wait for another program that holds the lock, in seconds."""

_PAUSE = 0.02
"""The wait between two tries, in seconds."""


@contextmanager
def locked_ledger(journal: Path) -> Iterator[None]:
    """Hold the ledger against other programs of this box.

    Waits for :data:`PATIENCE` at most. Raises OSError. A file that others can open, and so
    could hold for ever, is replaced by a new one.
    """
    path = journal.parent / "box.ledger-lock"
    until = monotonic_us() + round(PATIENCE * 1_000_000)
    while (file := _take(path)) is None:
        if monotonic_us() > until:
            raise OSError(errno.EBUSY, tr("another program holds its lock"), str(path))
        sleep(_PAUSE)
    try:
        yield
    finally:
        os.close(file)


def _take(path: Path) -> int | None:
    """Lock this file and return its descriptor; None if another program holds it, or is new."""
    file = _open_lock(path)
    try:
        take_whole(file)
        if os.path.samestat(os.fstat(file), path.stat(follow_symlinks=False)):
            return file
    except (BlockingIOError, PermissionError, FileNotFoundError):
        pass
    except BaseException:
        os.close(file)
        raise
    os.close(file)
    return None


def _open_lock(path: Path) -> int:
    with suppress(OSError):
        file = open_in_place(path, os.O_RDWR)
        if is_private(os.fstat(file)):
            return file
        os.close(file)
    path.unlink(missing_ok=True)
    return create(path)
