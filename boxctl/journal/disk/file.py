"""Open a journal's file, migrate it to today's version, and notice that it went meanwhile.

What a failed attempt leaves beside the file is removed.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from boxctl.journal.disk.private_files import (
    PARTS,
    check_parts,
    make_directory,
    make_private,
    open_in_place,
    opened_part,
    part_of,
)
from boxctl.journal.disk.read_only import copy_of, never_was_a_journal, way_to_read
from boxctl.journal.disk.schema import APPLICATION_ID, MIGRATIONS, VERSION, first_foreign_part
from boxctl.journal.faults import (
    Damaged,
    JournalFault,
    is_directory,
    no_file,
    no_journal,
    no_room,
    not_to_be_opened,
    not_to_be_read,
    too_new,
)
from groundwork.faults import in_a_sentence, is_no_room, os_error
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from groundwork.system.file_locks import take_byte

Prepare = Callable[[sqlite3.Connection], object]

PATIENCE = 5.0
"""The longest wait for another program that writes to the file, in seconds."""

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""Our statements are right: an SQLITE_ERROR comes from the tables or the JSON that they find."""

_OURS = ("entry", "headers", "matches", "rulings", "events")
"""The tables and views that every version of a journal has."""

MOST_LOOKED_OVER = 64 * 2**20
"""The largest file, in bytes, that is read whole at a start: seconds from a slow card."""

_NEWEST_FORMAT = 2
"""The newest SQLite file format, in bytes 18 and 19 of the header: 2 is a write-ahead log."""

_HEADER = 100

_MOST_VERSIONS = 999
"""No boxctl ever wrote a greater version than this: the number is damaged."""


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open the journal to write; create it if it is missing, migrate it if it is older.

    What is committed on this connection is on the disk. What is no text in it is read with
    surrogate escapes. It may be used by one thread at a time.
    Raises :class:`JournalFault` if the file cannot be used, :class:`WrongJournal` if it is
    something else, and :class:`Damaged` if SQLite cannot read it.
    """
    before = parts_beside(path)
    try:
        check_parts(path)
        make_directory(path.parent)
        _check_log_of(path)
        make_private(path)
        connection = _connect(path, "mode=rwc")
    except (OSError, sqlite3.Error) as problem:
        raise refused(path, problem) from problem
    try:
        return _checked(connection, path, _prepare_to_write)
    except JournalFault:
        remove_new_parts(path, before)
        raise


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the journal to read, while a table may go on writing to it.

    Changes nothing, and creates nothing beside it: a user who may only read can do it, and so can
    one whose disk is read-only. Raises like :func:`open_to_write`, and :class:`WrongJournal` for a
    file that is missing, a directory, or never was a journal.
    """
    try:
        if path.is_dir():
            raise is_directory(path)
        if not path.is_file():
            raise no_file(path)
        if not os.access(path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        check_parts(path)
        _check_log_of(path)
        return _open_sound(path)
    except OSError as problem:
        raise not_to_be_read(path, why(problem)) from problem


def open_empty() -> sqlite3.Connection:
    """Return a journal without a match, in memory, for where nobody has recorded anything yet."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _migrate(connection)
    return connection


def is_not_there_yet(path: Path) -> bool:
    """Return whether neither the journal nor a log of it is there.

    Raises :class:`JournalFault` if that cannot be seen.
    """
    try:
        return not any(_is_there(part) for part in (path, part_of(path, "-wal")))
    except OSError as problem:
        raise not_to_be_read(path, why(problem)) from problem


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def _check_log_of(path: Path) -> None:
    """Raise :class:`Damaged` if there is a log of a file that is empty, or not there.

    SQLite deletes such a log unread, and it may have all that was recorded. Raises OSError.
    """
    log = part_of(path, "-wal")
    has_log = log.exists() and log.stat().st_size > 0
    if has_log and not (path.exists() and path.stat().st_size > 0):
        raise Damaged(tr("it is empty, and its log is not"))


def _open_sound(path: Path) -> sqlite3.Connection:
    try:
        in_place = _open_in_place(path)
        return in_place if in_place is not None else _open_copy(path)
    except Damaged:
        # Only now: a program that closes a file loses all locks that it holds on it, and with them
        # those of SQLite. Then another program takes away the log of a table that is played here.
        if never_was_a_journal(path):
            raise no_journal(path) from None
        raise


def _open_in_place(path: Path) -> sqlite3.Connection | None:
    """Open the file itself; None if SQLite would have to write something to read it."""
    how = way_to_read(path)
    if how is None:
        return None
    connection = _checked(_connect(path, how), path, lambda _: None)
    if _version(connection) == VERSION:
        return connection
    connection.close()
    return None


def _open_copy(path: Path) -> sqlite3.Connection:
    """Open a copy that is gone from the disk when this returns. Raises OSError."""
    # It imports archivers and random numbers, and hardly any journal is copied.
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="boxctl-") as directory:
        copy = copy_of(path, Path(directory))
        return _checked(_connect(copy, "mode=rw"), path, _migrate)


def is_damage(problem: Exception) -> bool:
    """Return whether the contents of the file were wrong, rather than the disk or directory.

    Only a function that is missing is the fault of SQLite's own build.
    """
    if not isinstance(problem, sqlite3.Error):
        return isinstance(problem, ValueError | TypeError)
    # Errors without a code come from Python: bytes that are no text.
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF in _DAMAGE and "no such function" not in str(problem)


def check_soundness(connection: sqlite3.Connection, path: Path) -> None:
    """Read the whole file: damage can be where only the next match would meet it.

    15 MB (a thousand matches) take 30 ms on a desktop computer. A file so large that a start would
    be kept waiting for it is not read whole: ``boxctl verify FILE`` does that. Raises
    :class:`Damaged`, or sqlite3.Error as soon as SQLite cannot read on.
    """
    if path.stat().st_size <= MOST_LOOKED_OVER:
        check_pages(connection)
    with opened_part(part_of(path, "")) as file:
        header = file.read(_HEADER)
    if max(header[18:20], default=0) > _NEWEST_FORMAT:
        raise Damaged(tr("its header tells of a format that SQLite may read and not write"))
    _check_free_pages(header)


def check_pages(connection: sqlite3.Connection) -> None:
    """Read the whole file: entries out of order are found by one question and not by another.

    Raises :class:`Damaged`, or sqlite3.Error as soon as SQLite cannot read on.
    """
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise Damaged(said)


def _check_free_pages(header: bytes) -> None:
    """Check what SQLite believes of free pages until it needs one, which can be in mid match.

    Its own check leaves them out where the newest part of the schema is a view, as after VACUUM.
    How many pages there are is told by the header, too: the log may have pages that the file lacks.
    """
    pages, first, count = (int.from_bytes(header[at : at + 4], "big") for at in (28, 32, 36))
    if count and (count >= pages or not 1 < first <= pages):
        raise Damaged(
            tr("its header tells of {count} free pages, which are not there", count=count)
        )


def _connect(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = _text
    return connection


def _text(raw: bytes) -> str:
    """Read even bytes that are no text: the chain tells that they were not written so."""
    return raw.decode(errors="surrogateescape")


def _checked(connection: sqlite3.Connection, path: Path, prepare: Prepare) -> sqlite3.Connection:
    """Return the connection if it is that of a journal, once it is prepared; close it if not."""
    try:
        _check(connection, path)
        prepare(connection)
    except (sqlite3.Error, UnicodeError) as problem:
        connection.close()
        if is_damage(problem):
            raise Damaged(why(problem)) from problem
        raise refused(path, problem) from problem
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    # Another program may migrate the file meanwhile: version and schema are read together.
    connection.execute("BEGIN")
    try:
        _check_layout(connection, path)
    finally:
        connection.rollback()


def _check_layout(connection: sqlite3.Connection, path: Path) -> None:
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    version = _version(connection)
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if kind != APPLICATION_ID and (tables or kind or version):
        if _has_our_tables(connection):
            raise Damaged(tr("its mark is not that of a journal"))
        raise no_journal(path)
    if not 0 <= version <= _MOST_VERSIONS:
        raise Damaged(tr("there is no version {version}", version=version))
    if version > VERSION:
        raise too_new(path, version, VERSION)
    if (wrong := first_foreign_part(connection, version)) is not None:
        raise Damaged(tr("its schema is not that of a journal: {part}", part=wrong))


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _prepare_to_write(connection: sqlite3.Connection) -> None:
    # A write-ahead log needs one sync for each commit; FULL asks for that sync.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    _migrate(connection)


def _has_our_tables(connection: sqlite3.Connection) -> bool:
    found = connection.execute("SELECT name FROM sqlite_master").fetchall()
    return set(_OURS) <= {name for (name,) in found}


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    # Ask again under the lock: another program may have migrated the file meanwhile.
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for steps in MIGRATIONS[version:]:
        for step in steps:
            connection.execute(step)
    if version < VERSION:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def refused(path: Path, problem: Exception) -> JournalFault:
    """Return the fault of a journal that the system or SQLite refuses (BX601)."""
    if is_no_room(problem):
        return no_room(path, why(problem))
    match getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_OK):
        case sqlite3.SQLITE_FULL:
            return no_room(path, why(problem))
        case sqlite3.SQLITE_IOERR_SHMSIZE:
            # SQLite's reason, "disk I/O error", would send people to look for another card.
            return no_room(path, why(os_error(errno.ENOSPC)))
    return not_to_be_opened(path, why(problem))


SQLITE_REASONS = (
    message("attempt to write a readonly database"),
    message("database disk image is malformed"),
    message("database is locked"),
    message("database or disk is full"),
    message("disk I/O error"),
    message("file is not a database"),
    message("unable to open database file"),
)
"""The most frequent reasons, in the words of SQLite; any other stays as SQLite has it."""


def why(problem: BaseException) -> str:
    """Return the reason that the system or SQLite gave, as part of a sentence."""
    return in_a_sentence(problem) if isinstance(problem, OSError) else tr(str(problem))


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
            take_byte(file.fileno(), _USED)
            log.unlink()
            index.unlink()


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


def stamp_of(journal: Path) -> object:
    """Return a stamp that changes when a journal is written, or the file beside it."""
    return _stamp(journal), _stamp(journal.with_name(journal.name + "-wal"))


def _stamp(path: Path) -> object:
    """Return a stamp that changes when a file is written; None without the file."""
    try:
        found = path.stat()
    except OSError:  # The one beside a journal comes and goes with its writer.
        return None
    return found.st_mtime_ns, found.st_size
