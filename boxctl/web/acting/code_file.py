"""What admits people for one evening: the code that they type, and the key that signs the rest.

Both are in a private file beside the journal, so that they outlive a restart. ``boxctl web code``
reads the code there; only the user who plays, and root, can. A program that serves pages holds a
lock on the file, which the system lets go of however it ends. What is new is written into the same
file, so that the lock and the owner stay.

Few enough wrong codes may be tried for six digits, and none at the cost of others. Only wrong codes
are counted, never right ones. All strangers share one allowance of forty, of which one is regained
in half a minute, because who guesses can have as many addresses as he likes. So that nobody spends
it for others, a source has to leave four guesses in it for each wrong code that it has given this
evening: one address gets eight tries in a row, and then only what is regained, while thirty-two
stay for those who have not been wrong. Whoever is there with all 253 addresses of a network can
keep newcomers waiting for as long as it takes to try one code from each, two hours; the link on the
box is checked without this allowance. This machine has an allowance of its own.

Brute force: 40 + 86,400 s / 30 s = 2,920 codes of 1,000,000 in a whole day of guessing from
everywhere, a chance of 0.3 %; in the six hours of an evening 760 codes, 0.08 %. On the next day
the code is another one. Somebody with an account on the machine has as many tries again.
"""

from __future__ import annotations

import base64
import errno
import hmac
import json
import os
import re
import secrets
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from boxctl.journal.disk.private_files import create, is_private, make_directory
from boxctl.web.http.feed_places import THIS_MACHINE
from groundwork.faults import os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.limits import Rate, RateLimit
from groundwork.system.file_locks import is_shared, share_whole
from groundwork.system.files import NO_LINK, WITHOUT_WAITING
from groundwork.system.users import effective_user

DIGITS = 6

_NONCE = 12
_MAC = 18
_LINK = 10
"""Bytes: 80 bits, which nobody guesses; as 16 letters they have room in a small QR code."""


@frozen_dataclass
class EveningSecret:
    """The ``code`` and the ``key`` (64 hex digits) of the ``evening`` of this name.

    Tokens and the word of the link follow from the key: nothing is to be kept for each page, and
    all stay right when the program is started again.
    """

    evening: str
    code: str
    key: str

    @property
    def link_word(self) -> str:
        """The word of the link that admits without a code, for a QR code at the table."""
        return base64.b32encode(self._mac(b"link")[:_LINK]).decode().lower()

    def is_code(self, given: str) -> bool:
        """Return whether this is the code."""
        return _same(given, self.code)

    def is_link(self, given: str) -> bool:
        """Return whether this is the word of the link."""
        return _same(given, self.link_word)

    def new_token(self) -> str:
        """Return a token for one page."""
        nonce = secrets.token_bytes(_NONCE)
        return base64.urlsafe_b64encode(nonce + self._mac(nonce)[:_MAC]).decode()

    def has_given(self, token: str) -> bool:
        """Return whether this is a token of this evening."""
        try:
            parts = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except ValueError:
            return False
        nonce, mac = parts[:_NONCE], parts[_NONCE:]
        return len(nonce) == _NONCE and hmac.compare_digest(mac, self._mac(nonce)[:_MAC])

    def _mac(self, of: bytes) -> bytes:
        return hmac.digest(bytes.fromhex(self.key), of, sha256)


def new_secret(evening: str) -> EveningSecret:
    """Make those of this evening."""
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    return EveningSecret(evening, code, secrets.token_hex(32))


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())


_SIZE = 1024
"""Bytes of the file: it is written in one go, and never becomes shorter."""

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
            return _read(_content_of(file)) if is_shared(file) else None
        finally:
            os.close(file)
    return None


def change_code(journal: Path) -> CodeAtTable | None:
    """Have the table that is served now go on with a new code; None if none is. Raises OSError."""
    with suppress(FileNotFoundError):
        file = _open(path_of_code(journal), os.O_RDWR)
        try:
            before = _read(_content_of(file)) if is_shared(file) else None
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
        share_whole(self._file)

    def _begin(self) -> None:
        self.close()
        make_directory(self._path.parent)
        self._file = create(self._path)
        share_whole(self._file)
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
    file = os.open(path, how | NO_LINK | WITHOUT_WAITING)
    status = os.fstat(file)
    if is_private(status) and status.st_uid in (effective_user(), path.parent.stat().st_uid):
        return file
    os.close(file)
    if status.st_uid not in (0, effective_user()):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    raise PermissionError(errno.EPERM, tr("this is no private file"), str(path))


def _content_of(file: int) -> bytes:
    if sys.platform == "win32":
        os.lseek(file, 0, os.SEEK_SET)
        return os.read(file, _SIZE)
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
    if sys.platform == "win32":
        os.lseek(file, 0, os.SEEK_SET)
        os.write(file, content)
    else:
        os.pwrite(file, content, 0)
    return content


GUESSES = Rate(burst=40, pause=30_000_000)
"""The wrong codes of all strangers together."""

LEFT_TO_OTHERS = 4
"""How many guesses a source leaves in the allowance for each wrong code that it has given."""

MOST_COUNTED = 9
"""So many wrong codes of one source are counted; then it gets only what is regained."""

MOST_SOURCES = 4096
"""How many sources are remembered; the one that was wrong longest ago is forgotten."""


class GuessLimits:
    """Counts wrong codes by where they come from (:func:`source_of`), until :meth:`forget`.

    ``clock`` is in microseconds and never goes back. Not thread-safe.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._strangers, self._here = RateLimit(GUESSES), RateLimit(GUESSES)
        self._wrong: OrderedDict[str, int] = OrderedDict()

    def may_try(self, source: str) -> bool:
        """Return whether a code from there is looked at."""
        to_leave = LEFT_TO_OTHERS * self._wrong.get(source, 0)
        return self._allowance_of(source).left(self._clock()) > to_leave

    def was_wrong(self, source: str) -> None:
        """Count a wrong code."""
        self._allowance_of(source).take(self._clock())
        self._wrong[source] = min(MOST_COUNTED, self._wrong.pop(source, 0) + 1)
        while len(self._wrong) > MOST_SOURCES:
            self._wrong.popitem(last=False)

    def forget(self) -> None:
        """Begin another evening: nobody has been wrong."""
        self._wrong.clear()

    def _allowance_of(self, source: str) -> RateLimit:
        return self._here if source == THIS_MACHINE else self._strangers
