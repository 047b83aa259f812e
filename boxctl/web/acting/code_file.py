"""The secret of the evening in a private file beside the journal, so that it outlives a restart.

``boxctl web code`` reads it there; only the user who plays, and root, can. A program that serves
pages holds a lock on the file, which the system lets go of however it ends. What is new is written
into the same file, so that the lock and the owner stay.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from boxctl.journal.disk.private_files import create, is_private, make_directory
from boxctl.web.acting.evening_secret import DIGITS, EveningSecret, new_secret
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.os_reason import os_reason

_SIZE = 1024
"""Bytes of the file: it is written in one go, and never becomes shorter."""

_FLAGS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC

_CODE = re.compile(f"[0-9]{{{DIGITS}}}")
_KEY = re.compile("[0-9a-f]{64}")


@frozen_dataclass
class CodeAtTable:
    """What a file has: the secret of its evening, and the page that was served last (a URL)."""

    secret: EveningSecret
    url: str


def path_of_code(journal: Path) -> Path:
    """Return the path of the file of a journal."""
    return Path(f"{os.path.realpath(journal)}-code")


def code_being_served(journal: Path) -> CodeAtTable | None:
    """Return the code of the table whose pages are served now; None if none is.

    Raises OSError, PermissionError of another user's.
    """
    with suppress(FileNotFoundError):
        file = _open(path_of_code(journal), os.O_RDONLY)
        try:
            return _read(_content_of(file)) if _is_served(file) else None
        finally:
            os.close(file)
    return None


def change_code(journal: Path) -> CodeAtTable | None:
    """Have the table that is served now go on with a new code; None if none is. Raises OSError."""
    with suppress(FileNotFoundError):
        file = _open(path_of_code(journal), os.O_RDWR)
        try:
            before = _read(_content_of(file)) if _is_served(file) else None
            if before is None:
                return None
            new = CodeAtTable(new_secret(before.secret.evening), before.url)
            _write(file, new)
            return new
        finally:
            os.close(file)
    return None


class CodeFile:
    """Returns the secret of this evening when it is called: that which is kept, or a new one.

    ``evening`` names the evening. ``cannot_keep`` is told once why the file cannot be used (a
    reason of the system); the secret then lasts as long as the program. Not thread-safe.
    """

    def __init__(
        self,
        journal: Path,
        evening: Callable[[], str],
        cannot_keep: Callable[[str], object] = lambda _why: None,
    ) -> None:
        self._path = path_of_code(journal)
        self._evening = evening
        self._cannot_keep: Callable[[str], object] | None = cannot_keep
        self._file: int | None = None
        self._content: bytes | None = None
        self._url = ""
        self._secret = new_secret(evening())

    def __call__(self) -> EveningSecret:
        """Return the secret of this evening."""
        try:
            self._follow_file()
        except OSError as problem:
            self._content = None
            if self._cannot_keep is not None:
                self._cannot_keep(os_reason(problem))
                self._cannot_keep = None
        evening = self._evening()
        if self._secret.evening != evening:
            self._take(new_secret(evening))
        return self._secret

    def serves(self, url: str) -> None:
        """Note where the page is served now, by a URL."""
        self._url = url
        self._take(self())

    def close(self) -> None:
        """Let go of the file: nothing is served any more. The secret stays in it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _follow_file(self) -> None:
        """Take what the file has, if it is not what it had before, and of this evening.

        Its content is compared: two changes within a tick of the clock have one time.
        """
        try:
            found_there = self._path.lstat()
        except FileNotFoundError:
            self._begin()
            return
        if self._file is None or not os.path.samestat(found_there, os.fstat(self._file)):
            self._open_anew()
        assert self._file is not None
        content = _content_of(self._file)
        if content == self._content:
            return
        found = _read(content)
        if found is None or found.secret.evening != self._evening():
            self._write()
        else:
            self._secret, self._content = found.secret, content

    def _open_anew(self) -> None:
        self.close()
        try:
            self._file = _open(self._path, os.O_RDWR)
        except PermissionError:
            # Others have made or could read it: what it says counts for nothing.
            self._path.unlink()
            self._begin()
            return
        fcntl.flock(self._file, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def _begin(self) -> None:
        self.close()
        make_directory(self._path.parent)
        self._file = create(self._path)
        fcntl.flock(self._file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        self._write()

    def _take(self, secret: EveningSecret) -> None:
        self._secret = secret
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        if self._secret.evening != self._evening():
            self._secret = new_secret(self._evening())
        if self._file is not None:
            self._content = _write(self._file, CodeAtTable(self._secret, self._url))


def _open(path: Path, how: int) -> int:
    """Open a file that nobody but its user can have written. Raises PermissionError for others."""
    file = os.open(path, how | _FLAGS)
    status = os.fstat(file)
    if is_private(status) and status.st_uid in (os.geteuid(), path.parent.stat().st_uid):
        return file
    os.close(file)
    if status.st_uid not in (0, os.geteuid()):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    raise PermissionError(errno.EPERM, tr("this is no private file"), str(path))


def _is_served(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False


def _content_of(file: int) -> bytes:
    return os.pread(file, _SIZE, 0)


def _read(content: bytes) -> CodeAtTable | None:
    try:
        found = json.loads(content)
        secret = EveningSecret(found["evening"], found["code"], found["key"])
        if not (_CODE.fullmatch(secret.code) and _KEY.fullmatch(secret.key)):
            return None
        return CodeAtTable(secret, str(found["url"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _write(file: int, code: CodeAtTable) -> bytes:
    """Write a code, and return the content of the file."""
    secret = code.secret
    told = {"evening": secret.evening, "code": secret.code, "key": secret.key, "url": code.url}
    content = (json.dumps(told) + "\n").encode().ljust(_SIZE)
    os.pwrite(file, content, 0)
    return content
