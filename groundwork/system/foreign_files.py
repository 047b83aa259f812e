"""Open files in places where others may write: without waiting, and without following their links.

A FIFO or device put in place of a file would make its reader wait for ever. A link can lead to any
file: a user who follows it can do to that file what this user may do, but root could do it to
every file. So root does not follow links of others where it changes something.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from groundwork.language import tr
from groundwork.os_reason import os_error
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
