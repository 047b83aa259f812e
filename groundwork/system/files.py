"""Open files where others may write, and replace a file whole or not at all.

A FIFO or device put in place of a file would make its reader wait for ever. A link can lead to any
file: a user who follows it can do to that file what this user may do, but root could do it to
every file. So root does not follow links of others where it changes something.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from groundwork.faults import os_error
from groundwork.language import tr
from groundwork.system.users import is_root

WITHOUT_WAITING = sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
"""How a file is opened whose kind nobody knows, with what the system has of these."""

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""To open what has a name itself, and not what it leads to; nothing where there is no such way."""


OTHERS = 0o077
"""The permissions of a file that are for others than its owner."""


def is_open_to_others(status: os.stat_result) -> bool:
    """Return whether others than its owner may read or write this file, as far as its mode says.

    On Windows it says nothing: what keeps others out there is the user's own folder.
    """
    return sys.platform != "win32" and bool(status.st_mode & OTHERS)


def open_without_waiting(path: Path) -> int:
    """Open a file to read and return its descriptor, whatever kind of file it is.

    A fifo or a device would otherwise make us wait. Raises OSError.
    """
    return os.open(path, os.O_RDONLY | WITHOUT_WAITING)


def read_small_file(path: Path, most: int) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes.

    Never waits. Raises OSError, also for a file of another kind and for a larger one.
    """
    descriptor = open_without_waiting(path)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "this is no file", str(path))
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


_MOST_LINKS = 40
"""As many as Linux follows."""


def check_links(path: Path) -> None:
    """Raise OSError if this is root and a link on the way to ``path`` is not root's own.

    Follows the links itself, as the path may be missing or its links lead in a circle.
    """
    if not is_root():
        return
    way = os.path.abspath(path)  # noqa: PTH100 - Path keeps the dots.
    for _ in range(_MOST_LINKS):
        link = _first_link(Path(way))
        if link is None:
            return
        rest = os.path.relpath(way, link)
        target = os.path.join(link.parent, os.readlink(link))  # noqa: PTH115, PTH118
        way = os.path.normpath(os.path.join(target, rest))  # noqa: PTH118
    raise os_error(errno.ELOOP)


def _first_link(way: Path) -> Path | None:
    """Return the first part of the way that is a link. Raises OSError if it is not root's."""
    for part in (*reversed(way.parents), way):
        try:
            status = part.lstat()
        except OSError:
            return None
        if stat.S_ISLNK(status.st_mode):
            if status.st_uid != 0:
                raise OSError(
                    errno.EPERM,
                    tr("{link} is a link of another user, which root does not follow", link=part),
                )
            return part
    return None


_NEW = 0o666
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP)
"""What a file system says that has no second names, as that of a memory stick."""


def write_whole(path: Path, content: bytes, *, over: bool = True) -> None:
    """Replace what ``path`` has; what was there stays if the disk is full or the power is cut.

    A link stays, and what it leads to is replaced, unless it is a link of somebody else and this is
    root; permissions stay, too. Unless ``over``, nothing may be there: of several who write a file
    at once, one does. Raises OSError (FileExistsError for that), also for what is no regular file:
    opening a fifo would wait for a reader.
    """
    if not over and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    check_links(path)
    from tempfile import mkstemp  # a box at a table writes no such file

    there = Path(os.path.realpath(path))
    mode = _mode_of(there)
    file, making = mkstemp(prefix=f".{there.name}.", dir=there.parent)
    try:
        with open(file, "wb") as opened:  # noqa: PTH123
            opened.write(content)
            opened.flush()
            if sys.platform != "win32":
                os.fchmod(file, mode)
            os.fsync(file)
        if over:
            os.replace(making, there)  # noqa: PTH105
        else:
            give_new_name(Path(making), there)
    except BaseException:
        with suppress(OSError):
            os.unlink(making)  # noqa: PTH108
        raise


def give_new_name(file: Path, path: Path) -> None:
    """Rename a file. Raises FileExistsError if there is one of that name, and OSError.

    Of several who do so at once one does, but where no file has two names: on some memory sticks,
    and in a browser.
    """
    link = getattr(os, "link", None)
    try:
        if link is None:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        link(file, path)
    except OSError as problem:
        if problem.errno not in _NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        file.rename(path)
    else:
        file.unlink()


def _mode_of(path: Path) -> int:
    """Return the permissions that a file has, or a new one gets. Raises OSError for no file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return _NEW & ~umask
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "this is no file", str(path))
    return stat.S_IMODE(status.st_mode)
