"""The files of a journal and of its key: for their user alone, and where they are if none is named.

Whoever can open the journal's parts can hold SQLite's locks on them, and so stop play.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from groundwork.language import tr
from groundwork.system.files import (
    NO_LINK,
    OTHERS,
    WITHOUT_WAITING,
    check_links,
    is_open_to_others,
)
from groundwork.system.users import effective_user, is_root, state_of_service, usual_folder

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


def check_parts(database: Path) -> None:
    """Raise OSError if a part of this database is not what SQLite would have made there.

    That is a link or another kind of file. For root it is also a link to the database, or a file,
    that belongs neither to root nor to the user whose directory it is.
    """
    check_links(database)
    for part in PARTS:
        try:
            status = part_of(database, part).lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        _check_file(part_of(database, part), status)


def opened_part(path: Path) -> BinaryIO:
    """Open a file of the box to read. Raises OSError for what :func:`check_parts` refuses."""
    file = open_in_place(path, os.O_RDONLY)
    try:
        _check_file(path, os.fstat(file))
    except BaseException:
        os.close(file)
        raise
    return os.fdopen(file, "rb")


def open_in_place(path: Path, flags: int) -> int:
    """Open what has this name itself, and no link; wait for nothing. Raises OSError."""
    return os.open(path, flags | NO_LINK | WITHOUT_WAITING)


def create(path: Path) -> int:
    """Create a file for its user alone and return its descriptor, open to read and write.

    What root creates belongs to the owner of the directory, who has to be able to use it later.
    Raises FileExistsError if there is anything of this name, and OSError.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | WITHOUT_WAITING
    file = os.open(path, flags, _FILE)
    if sys.platform != "win32" and is_root():
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
    return stat.S_ISREG(status.st_mode) and not is_open_to_others(status)


def _check_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "this is no file", str(path))
    if not is_root():
        return
    owner = path.parent.stat().st_uid
    # A file of root that the user of the directory has given a name there, too, is not the box's.
    if status.st_uid not in (0, owner) or (owner != 0 and status.st_nlink > 1):
        raise OSError(errno.EPERM, tr("{file} is a file of somebody else", file=path.name))


def _take_from_others(path: Path) -> None:
    if sys.platform == "win32" or sys.platform == "darwin":
        _take_by_name(path)
        return
    # Only a place: when a file that was opened is closed, a connection that this program has to it
    # loses all locks of SQLite.
    try:
        place = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        status = os.fstat(place)
        _check_file(path, status)
        if is_open_to_others(status) and status.st_uid == effective_user():
            # The file that was looked at, whatever has its name by now.
            Path(f"/proc/self/fd/{place}").chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
    finally:
        os.close(place)


def _take_by_name(path: Path) -> None:
    """Take it from others where a file cannot be held without being opened."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return
    _check_file(path, status)
    if is_open_to_others(status) and status.st_uid == effective_user():
        path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS, follow_symlinks=False)


def sync_directory(directory: Path) -> None:
    """Bring the names in this directory to the disk, where the system has a way. Raises OSError."""
    if sys.platform != "win32":
        opened = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


FILE = "journal.db"

OF_SERVICE = Path("/var/lib/boxctl") / FILE
"""The journal of the service, which it and root alone may read."""


def usual_place() -> Path:
    """Return the path: in the service's state directory, or in that of this user."""
    if (service := state_of_service()) is not None:
        return Path(service) / FILE
    state = os.environ.get("XDG_STATE_HOME") or usual_folder("state")
    return Path(state) / "boxctl" / FILE


def place_to_read() -> Path:
    """Return the usual place; the service's where this user has recorded nothing.

    So ``sudo boxctl dispute last last`` answers for the box that the service runs.
    """
    own = usual_place()
    return OF_SERVICE if OF_SERVICE.parent.is_dir() and not own.exists() else own
