"""Open and read files that somebody else may have put there, without waiting for them."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def open_without_waiting(path: Path) -> int:
    """Open a file to read and return its descriptor, whatever kind of file it is.

    A fifo or a device would otherwise make us wait. Raises OSError.
    """
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)


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
