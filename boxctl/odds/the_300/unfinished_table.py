"""A table of "The 300" that is being solved: what is solved is kept, for the next start to go on.

The file has the layout of :mod:`boxctl.odds.the_300.table_file`, with the checksums of the chunks
that are solved and no digest: nobody takes it for a whole table. It is written in place, each part
before its checksums. After a loss of power a chunk is as it was solved, or its checksum is wrong
and it is solved again. The file never becomes larger than the table, and becomes the table's own
by its new name.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from boxctl.odds.the_300.table_file import (
    CHECKSUM,
    CHUNK,
    DOUBLE,
    HEAD,
    chunks_in,
    head_of,
    in_file_order,
    native_doubles,
    pack_checksums,
    start_of_table,
)


def unfinished_path(path: Path) -> Path:
    """Return where the unfinished table is whose own path this is."""
    return path.with_name(f"{path.name}.unfinished")


class UnfinishedTable:
    """What is solved of a table so far; parts are whole chunks, or end with the table.

    Belongs to one process at a time. A file that cannot be read or written is given up and
    removed: later calls do nothing. Not thread-safe.
    """

    def __init__(self, path: Path, length: int) -> None:
        """Open or begin the file beside ``path``, for ``length`` doubles.

        Raises :class:`BlockingIOError` while another process has it, and :class:`OSError` if it
        cannot be opened.
        """
        self._own, self._path = path, unfinished_path(path)
        self._length, self._kept = length, 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: int | None = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            self._lock(self._file)
            most = start_of_table(length) + length * DOUBLE
            begun = os.pread(self._file, HEAD.size, 0) == head_of(length)
            if not begun or os.fstat(self._file).st_size > most:
                os.ftruncate(self._file, 0)
                _write(self._file, head_of(length), 0)
        except OSError:
            self.close()
            raise

    @property
    def share(self) -> float:
        """How much of the table was found or kept by this object, from 0 to 1."""
        return self._kept / self._length

    def restore(self, first: int, numbers: memoryview) -> bool:
        """Fill ``numbers``, native doubles from place ``first``, if an earlier start kept them.

        Returns False, and leaves ``numbers`` as they are, where a chunk is missing or damaged.
        """
        if self._file is None:
            return False
        size = len(numbers) * DOUBLE
        try:
            content = os.pread(self._file, size, self._place(first))
            expected = os.pread(
                self._file, CHECKSUM * chunks_in(len(numbers)), _place_of_checksums(first)
            )
        except OSError:
            self._give_up()
            return False
        if len(content) != size or pack_checksums(memoryview(content)) != expected:
            return False
        numbers[:] = native_doubles(content)
        self._kept += len(numbers)
        return True

    def keep(self, first: int, numbers: memoryview) -> None:
        """Keep native doubles, from place ``first`` of the table."""
        if self._file is None:
            return
        content = in_file_order(numbers)
        try:
            _write(self._file, content, self._place(first))
            _write(self._file, pack_checksums(content), _place_of_checksums(first))
        except OSError:
            self._give_up()
            return
        self._kept += len(numbers)

    def finish(self) -> bool:
        """Make the file the table's own, atomically, if all of the table was found or kept.

        Returns whether it did; the object is closed.
        """
        if self._file is None or self._kept != self._length:
            self.close()
            return False
        end = HEAD.size + CHECKSUM * chunks_in(self._length)
        try:
            digest = sha256(os.pread(self._file, end, 0)).digest()
            _write(self._file, digest.ljust(start_of_table(self._length) - end, b"\0"), end)
            os.fsync(self._file)
            self._path.replace(self._own)
        except OSError:
            self._give_up()
            return False
        self.close()
        return True

    def close(self) -> None:
        """Leave the file to the next start."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _lock(self, file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The process that had the lock may have finished: the file is the table's own now.
        if not os.path.samestat(os.fstat(file), self._path.stat()):
            raise BlockingIOError

    def _place(self, first: int) -> int:
        return start_of_table(self._length) + first * DOUBLE

    def _give_up(self) -> None:
        self._kept = 0
        with suppress(OSError):
            self._path.unlink()
        self.close()


def _place_of_checksums(first: int) -> int:
    return HEAD.size + CHECKSUM * (first * DOUBLE // CHUNK)


def _write(file: int, content: bytes | memoryview, place: int) -> None:
    """Write all of ``content``. Raises :class:`OSError`."""
    rest = memoryview(content)
    while rest:
        written = os.pwrite(file, rest, place)
        rest, place = rest[written:], place + written
