"""Match locks: nobody else may resume or add to a match that is being played.

Each program that plays a match holds a lock on one byte of a file beside the journal, that with
the match's number. The system releases it when the program ends, however it ends. Nobody but the
box's user can open the file, so nobody else can hold or forge a lock.

The system also releases all locks of a program when that closes the file, wherever it has opened
it. So a program that holds a lock asks about other matches through the file that it has open, and
what it has opened twice is closed when nothing there is held any more: while a match is played, the
same program can tell something of the tournament.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from boxctl.journal.disk.private_files import create, is_private, open_in_place
from groundwork.system.file_locks import holders, release_byte, take_byte
from groundwork.system.users import effective_user

TO_ASK = os.O_RDWR if sys.platform == "win32" else os.O_RDONLY
"""How the file is opened by who only asks about a lock."""

_locks: set[MatchLock] = set()
"""Those of this program that are open."""

_to_be_closed: dict[tuple[int, int], list[int]] = {}
"""What was opened of a file on which another lock is held, by the identity of the file."""

_guard = Lock()
"""Held while a lock of this program is closed, or its file is used by another thread."""


class MatchLock:
    """The locks that this program holds beside one journal.

    The locks are between programs: none blocks itself. Raises OSError if the
    file cannot be opened or made.
    """

    def __init__(self, journal: Path) -> None:
        self._file = _open_already(journal)
        self._users = _users_of(journal)
        self.file_id = _id_of(os.fstat(self._file))
        self.match: int | None = None
        """The match that was locked last."""
        with _guard:
            _locks.add(self)

    def take(self, match: int) -> bool:
        """Lock this match and release any other; return False if another program has it."""
        try:
            take_byte(self._file, match)
        except OSError:
            return False
        if self.match not in (None, match):
            release_byte(self._file, self.match)
        self.match = match
        return True

    def close(self) -> None:
        """Release the lock, and no other one that this program holds beside the journal."""
        with _guard:
            _locks.discard(self)
            others = [lock for lock in _locks if lock.file_id == self.file_id]
            if others:
                if self.match is not None and self.match not in {lock.match for lock in others}:
                    release_byte(self._file, self.match)
                _to_be_closed.setdefault(self.file_id, []).append(self._file)
                return
            for file in (self._file, *_to_be_closed.pop(self.file_id, ())):
                os.close(file)

    def is_taken_here(self, match: int) -> bool:
        """Return whether this is the match that is locked."""
        return match == self.match

    def is_taken_elsewhere(self, match: int) -> bool:
        """Return whether another program plays this match, as far as this user can see it."""
        return _is_held(self._file, match, self._users)


def is_being_played(journal: Path, match: int) -> bool:
    """Return whether a program plays this match now, as far as this user can see it.

    That may be this program itself. Locks and creates nothing. Safe from any thread.
    """
    with _guard:
        for lock in _locks_at(_beside(journal)):
            return lock.is_taken_here(match) or lock.is_taken_elsewhere(match)
    try:
        file = open_in_place(_beside(journal), TO_ASK)
    except OSError:
        return False
    try:
        return _is_held(file, match, _users_of(journal))
    finally:
        os.close(file)


def _is_held(file: int, match: int, users: frozenset[int]) -> bool:
    """Return whether another program of one of these users has locked this match."""
    if _is_theirs_alone(file, users):
        return any(True for _ in holders(file, match, 1))
    return any(_is_run_by(users, holder) for holder in holders(file, match, 1))


def _locks_at(path: Path) -> Iterator[MatchLock]:
    """Yield the locks that this program has open on this file. Hold the guard."""
    if not _locks:
        return
    try:
        file_id = _id_of(path.lstat())
    except OSError:
        return
    yield from (lock for lock in _locks if lock.file_id == file_id)


def _open_already(journal: Path) -> int:
    """Open the file of the locks, or take what waits to be closed of it: so it is opened twice."""
    with _guard:
        for lock in _locks_at(_beside(journal)):
            if waiting := _to_be_closed.get(lock.file_id):
                return waiting.pop()
    return _open(journal)


def _id_of(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _open(journal: Path) -> int:
    """Open the file of the locks, or put a new one in its place if others can open it.

    Earlier versions left it readable for everybody, and in a directory that others may write to
    anybody can make it. What strangers hold on such a file counts for nothing.
    """
    path, users = _beside(journal), _users_of(journal)
    try:
        file = open_in_place(path, os.O_RDWR)
    except FileNotFoundError:
        return create(path)
    except OSError:
        return _replace(path)
    if _is_theirs_alone(file, users):
        return file
    if os.fstat(file).st_uid in users and any(_is_run_by(users, h) for h in holders(file, 0, 0)):
        if sys.platform != "win32":
            os.fchmod(file, 0o600)
        return file
    os.close(file)
    return _replace(path)


def _replace(path: Path) -> int:
    path.unlink()
    return create(path)


def _users_of(journal: Path) -> frozenset[int]:
    """Return the users who may play on this journal: this one, its owners, and root."""
    owners = {path.stat().st_uid for path in (journal, journal.parent) if path.exists()}
    return frozenset({0, effective_user(), *owners})


def _is_theirs_alone(file: int, users: frozenset[int]) -> bool:
    status = os.fstat(file)
    return is_private(status) and status.st_uid in users


def _is_run_by(users: frozenset[int], process: int) -> bool:
    """Return whether one of these users runs it. One that is hidden from us is a stranger's."""
    if process <= 0:  # It is outside this container, and has no number here.
        return True
    try:
        return Path(f"/proc/{process}").stat().st_uid in users
    except OSError:
        return False


def _beside(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-playing")
