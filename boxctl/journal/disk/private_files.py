"""Files and directories that only the box's user can read and write.

Whoever can open the journal's parts can hold SQLite's locks on them, and so stop play.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_OTHERS = 0o077
_FILE = 0o600
_DIRECTORY = 0o700
PARTS = ("", "-wal", "-shm")
"""The ends of the names of a database's files: the database, its log, the log's index."""


def part_of(database: Path, part: str) -> Path:
    """Return the path of one of a database's :data:`PARTS`.

    SQLite keeps them beside the file that a link leads to.
    """
    return Path(f"{os.path.realpath(database)}{part}")


def make_directory(directory: Path) -> None:
    """Make this directory for its user alone; leave one that is there as it is. Raises OSError."""
    directory.mkdir(mode=_DIRECTORY, parents=True, exist_ok=True)


def make_private(path: Path) -> None:
    """Make a database for its user alone: create it if it is missing, with nothing in it.

    SQLite gives its other parts the mode of the first. Raises OSError, also for what is no file.
    """
    try:
        os.close(create(path))
    except FileExistsError:
        for part in PARTS:
            _take_from_others(part_of(path, part))


def create(path: Path) -> int:
    """Create a file for its user alone and return its descriptor, open to read and write.

    What root creates belongs to the owner of the directory, who has to be able to use it later.
    Raises FileExistsError if there is anything of this name, and OSError.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    file = os.open(path, flags, _FILE)
    if os.geteuid() == 0:
        directory = path.parent.stat()
        os.fchown(file, directory.st_uid, directory.st_gid)
    return file


def write_new(path: Path, content: bytes) -> None:
    """Create a file for its user alone and bring all of its content to the disk.

    What an attempt that was cut short has left under this name is removed first. Raises OSError; a
    part of the content may be there then.
    """
    path.unlink(missing_ok=True)
    with open(create(path), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def is_private(status: os.stat_result) -> bool:
    """Return whether this is a file that nobody but its owner can open."""
    return stat.S_ISREG(status.st_mode) and not status.st_mode & _OTHERS


def _take_from_others(path: Path) -> None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "this is no file", str(path))
    if status.st_mode & _OTHERS and status.st_uid == os.geteuid():
        path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
