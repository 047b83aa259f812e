"""Write a file that people keep: whole or not at all, over the one that was there before."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from groundwork.system.foreign_files import check_links

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
