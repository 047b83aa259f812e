"""Locks between programs, on a file or one byte of it, as each system has them.

Each ends with the program that holds it, however that ends. On Windows there are only locks on
bytes that nobody else may hold, and only one handle of a program may.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

WHOLE = 1 << 30
"""On Windows, the byte that stands for a whole file: beyond all that is written."""


def take_byte(file: int, place: int) -> None:
    """Lock a byte of a file that is open to write. Raises OSError if another program has it."""
    if sys.platform == "win32":
        os.lseek(file, place, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)


def release_byte(file: int, place: int) -> None:
    """Release a byte that this program has locked. Raises OSError."""
    if sys.platform == "win32":
        os.lseek(file, place, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


def holders(file: int, start: int, length: int) -> Iterator[int]:
    """Yield the processes that have locked bytes there, the first for each place; 0 bytes mean all.

    On Windows nobody tells who: it is process 0, and only the first byte is looked at, for which
    the file has to be open to write.
    """
    if sys.platform == "win32":
        try:
            take_byte(file, start)
        except OSError:
            yield 0
        else:
            release_byte(file, start)
    else:
        end = start + length if length else None
        while end is None or start < end:
            lock = _question(start, 0 if end is None else end - start)
            kind, first, held, holder = _answer(fcntl.fcntl(file, fcntl.F_GETLK, lock))
            if kind == fcntl.F_UNLCK:
                return
            yield holder
            if held == 0:
                return
            start = first + held


def take_whole(file: int) -> None:
    """Lock a file against all others. Raises OSError if another program has it."""
    if sys.platform == "win32":
        take_byte(file, WHOLE)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def share_whole(file: int) -> None:
    """Lock a file that others may share. Raises OSError if another program has it alone.

    On Windows the first to share it stands for all.
    """
    if sys.platform == "win32":
        if not is_shared(file):
            take_byte(file, WHOLE)
    else:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


def is_shared(file: int) -> bool:
    """Return whether a file is shared by another program, or through another handle."""
    if sys.platform == "win32":
        return any(True for _ in holders(file, WHOLE, 1))
    else:  # noqa: RET505 - a checker of types for Windows reads no further.
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        fcntl.flock(file, fcntl.LOCK_UN)
        return False


if sys.platform == "darwin":

    def _question(start: int, length: int) -> bytes:
        """Return the system's ``struct flock``: start, length, process, type, whence."""
        return struct.pack("qqihh", start, length, 0, fcntl.F_WRLCK, os.SEEK_SET)

    def _answer(lock: bytes) -> tuple[int, int, int, int]:
        first, held, holder, kind, _whence = struct.unpack("qqihh", lock)
        return kind, first, held, holder

elif sys.platform != "win32":

    def _question(start: int, length: int) -> bytes:
        """Return the system's ``struct flock``: type, whence, start, length, process."""
        return struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, start, length, 0)

    def _answer(lock: bytes) -> tuple[int, int, int, int]:
        kind, _whence, first, held, holder = struct.unpack("hhqqi", lock)
        return kind, first, held, holder
