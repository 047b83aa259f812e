"""Read a journal's file without leaving a trace: in place, or else a copy.

SQLite reads a file with a write-ahead log through an index of that log, which is a file of its own.
Where it may not write that index, a copy is read.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from boxctl.journal.disk.private_files import opened_part, part_of
from groundwork.language import tr

_ATTEMPTS = 20
_LOG_HEADER = 32
_BLOCK = 2**20


def way_to_read(path: Path) -> str | None:
    """Return how SQLite opens this file without creating anything; None if it cannot.

    While a program plays, the index of its log is there and is shared. Without entries in a log
    the file is complete: opened as immutable, SQLite looks for nothing else.
    """
    if not _has_log(path):
        return "mode=ro&immutable=1"
    return "mode=ro" if os.access(part_of(path, "-shm"), os.R_OK | os.W_OK) else None


def copy_of(path: Path, directory: Path) -> Path:
    """Copy a journal with its log into this directory and return where it is now.

    A table may write meanwhile. Raises OSError.
    """
    copy = directory / "journal.db"
    for _ in range(_ATTEMPTS):
        before = _state(path)
        _copy(part_of(path, ""), copy)
        _log(copy).unlink(missing_ok=True)
        if _log(path).exists():
            _copy(_log(path), _log(copy))
        if _state(path) == before:
            return copy
    raise OSError(errno.EBUSY, tr("it is being written to"), str(path))


def _copy(source: Path, copy: Path) -> None:
    with opened_part(source) as read, copy.open("wb") as written:
        while block := read.read(_BLOCK):
            written.write(block)


def state_at_rest(path: Path) -> object:
    """Return a value that changes if somebody writes to the file; None while a log has entries."""
    return None if _has_log(path) else _state(path)


def _state(path: Path) -> object:
    """Return a stamp: if it is the same before and after, a copy of file and log is consistent.

    What is moved from the log into the file meanwhile is still in the log, until that begins anew
    with another header. Without a log, nobody may write to the file.
    """
    if _has_log(path):
        with opened_part(_log(path)) as file:
            return file.read(_LOG_HEADER)
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _has_log(path: Path) -> bool:
    log = _log(path)
    return log.exists() and log.stat().st_size > 0


def _log(path: Path) -> Path:
    return part_of(path, "-wal")


_MAGIC = b"SQLite format 3\0"
"""The beginning of every SQLite file, also of a journal."""

_LOOKED_AT = 2**20
"""The bytes at the beginning of a file in which a journal has left something of itself."""


def never_was_a_journal(path: Path) -> bool:
    """Return whether nothing in the file looks like a journal, damaged or not.

    An empty file, one that was overwritten with zeros and one with a log beside it may have been
    one. What another program keeps in SQLite is for the check of the layout. Raises OSError.
    """
    with opened_part(part_of(path, "")) as file:
        if file.read(len(_MAGIC)) == _MAGIC:
            return False
        file.seek(0)
        content = file.read(_LOOKED_AT)
    if not any(content) or b"CREATE TABLE entry" in content or part_of(path, "-wal").exists():
        return False
    # Hardly any file that is read begins wrong: the reader of pages is loaded for those.
    from boxctl.journal.disk.sqlite_pages import rows_in

    return not any(True for _row in rows_in(content, b""))
