"""The journal's files while a program writes: notice that one was deleted, replaced or cut."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.private_files import PARTS, part_of
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class _SeenFile:
    """Which file has this name, by its device and inode, and its size in bytes."""

    name: str
    identity: tuple[int, int]
    size: int


class OpenFile:
    """A journal that exists, and whose files somebody may delete or replace while it is open.

    SQLite would go on writing to a file that no longer has a name, and a power cut would take what
    was shown. What it has in its log would be lost with that, too. Not thread-safe.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[_SeenFile, ...] | None = None

    def open(self) -> sqlite3.Connection:
        """Open it to write. Raises like :func:`open_to_write`, and OSError if it is gone."""
        self._seen = None
        before = self._look_at("")
        connection = open_to_write(self._path)
        self._seen = (before, *map(self._look_at, PARTS[1:]))
        return connection

    def check(self) -> None:
        """Raise OSError once if a file that was opened is not there any more, or has shrunk.

        What is there then can be opened, to see what it is.
        """
        before, self._seen = self._seen, None
        if before is None:
            return
        now = tuple(map(self._look_at, PARTS))
        for seen, found in zip(before, now, strict=True):
            if found.identity != seen.identity:
                raise OSError(errno.ESTALE, self._replaced(found.name))
            if found.size < seen.size:
                raise OSError(errno.ESTALE, tr("{file} was cut short", file=found.name))
        self._seen = now

    def _look_at(self, part: str) -> _SeenFile:
        name = f"{self._path.name}{part}"
        try:
            status = part_of(self._path, part).stat()
        except FileNotFoundError:
            raise OSError(errno.ENOENT, self._deleted(name)) from None
        return _SeenFile(name, (status.st_dev, status.st_ino), status.st_size)

    def _deleted(self, name: str) -> str:
        if name == self._path.name:
            return tr("the journal was deleted")
        return tr("{file} was deleted", file=name)

    def _replaced(self, name: str) -> str:
        if name == self._path.name:
            return tr("the journal was replaced by another file")
        return tr("{file} was replaced by another file", file=name)
