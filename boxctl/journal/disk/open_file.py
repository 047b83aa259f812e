"""The journal's file while a program writes to it: notice that it was deleted or replaced."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from boxctl.journal.disk.file import open_to_write
from groundwork.language import tr


class OpenFile:
    """A journal that exists, and that somebody may delete or replace while it is open.

    SQLite would go on writing to a file that no longer has a name. Not thread-safe.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None

    def open(self) -> sqlite3.Connection:
        """Open it to write. Raises like :func:`open_to_write`, and OSError if it is gone."""
        self._opened = None
        opened = self._identity()
        connection = open_to_write(self._path)
        self._opened = opened
        return connection

    def check(self) -> None:
        """Raise OSError once if the file that was opened is not there any more.

        What is there then can be opened, to see what it is.
        """
        opened, self._opened = self._opened, None
        if opened is not None and self._identity() != opened:
            raise OSError(errno.ESTALE, tr("the journal was replaced by another file"))
        self._opened = opened

    def _identity(self) -> tuple[int, int]:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            raise OSError(errno.ENOENT, tr("the journal was deleted")) from None
        return status.st_dev, status.st_ino
