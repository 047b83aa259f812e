"""The journal's files: where they are, for their user alone, and read without a trace.

Whoever can open the journal's parts can hold SQLite's locks on them, and so stop play. SQLite reads
a file with a write-ahead log through an index of that log, a file of its own; where it may not
write that index, it reads a copy.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from groundwork.language import tr
from groundwork.system.foreign_files import check_links

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
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)


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


def _check_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "this is no file", str(path))
    if os.geteuid() != 0:
        return
    owner = path.parent.stat().st_uid
    # A file of root that the user of the directory has given a name there, too, is not the box's.
    if status.st_uid not in (0, owner) or (owner != 0 and status.st_nlink > 1):
        raise OSError(errno.EPERM, tr("{file} is a file of somebody else", file=path.name))


def _take_from_others(path: Path) -> None:
    # Only a place: when a file that was opened is closed, a connection that this program has to it
    # loses all locks of SQLite.
    try:
        place = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        status = os.fstat(place)
        _check_file(path, status)
        if status.st_mode & _OTHERS and status.st_uid == os.geteuid():
            # The file that was looked at, whatever has its name by now.
            Path(f"/proc/self/fd/{place}").chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
    finally:
        os.close(place)


FILE = "journal.db"

OF_SERVICE = Path("/var/lib/boxctl") / FILE
"""The journal of the service, which it and root alone may read."""


def usual_place() -> Path:
    """Return the path: in the service's state directory, or in ``~/.local/state/boxctl``."""
    if service := os.environ.get("STATE_DIRECTORY"):
        return Path(service.split(":")[0]) / FILE
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111
    return Path(state) / "boxctl" / FILE


def place_to_read() -> Path:
    """Return the usual place; the service's where this user has recorded nothing.

    So ``sudo boxctl dispute last last`` answers for the box that the service runs.
    """
    own = usual_place()
    return OF_SERVICE if OF_SERVICE.parent.is_dir() and not own.exists() else own


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
    """Return what changes if somebody writes to the file; None while a log has entries."""
    return None if _has_log(path) else _state(path)


def _state(path: Path) -> object:
    """Return what stays the same as long as a copy of the file, then of the log, holds together.

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
