"""Keep a serial port to one program: a lock file named after the device.

The port's own exclusive flag is checked only after opening, which has then already flushed the
input and perhaps reset the board. This lock is taken before the port is touched, and names its
holder.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path

from groundwork.faults import Fault

_FOR_EVERYONE = 0o666


def lock_directory() -> Path:
    """Return the directory of the lock files, the same for every user and service."""
    shared = Path("/run/lock")
    return shared if shared.is_dir() else Path(tempfile.gettempdir())


class PortLock:
    """Hold ``device`` (a real path) until :meth:`release` or the end of the program.

    Raises Fault BX502 if another holds it, BX505 if the lock file cannot be used.
    """

    def __init__(self, device: Path, directory: Path) -> None:
        name = str(device).lstrip("/").replace("%", "%25").replace("/", "%2F")
        self.path = directory / f"boxctl-{name}.lock"
        try:
            self._fd = _open_or_make(self.path)
        except OSError as error:
            raise Fault(
                "BX505",
                f"the lock file {self.path} for the roller's port cannot be used "
                f"({error.strerror}); make it and its directory writable for this user",
            ) from error
        try:
            self._take(device)
        except BaseException:
            os.close(self._fd)
            raise

    def release(self) -> None:
        """Release the port. The file stays: removing it would race with the next holder."""
        os.ftruncate(self._fd, 0)
        # After close() alone it would stay locked while a forked child has it open.
        fcntl.flock(self._fd, fcntl.LOCK_UN)
        os.close(self._fd)

    def _take(self, device: Path) -> None:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise port_in_use(str(device), self._holder()) from error
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, b"%d\n" % os.getpid(), 0)

    def _holder(self) -> int | None:
        text = os.pread(self._fd, 32, 0).strip()
        return int(text) if text.isdigit() else None


def port_in_use(port: str, holder: int | None) -> Fault:
    """Return the fault that another program has ``port``; ``holder`` is its process, if known."""
    who = "another program" if holder is None else f"process {holder}"
    return Fault("BX502", f"the roller's port {port} is in use by {who}; end it, then try again")


def _open_or_make(path: Path) -> int:
    # Create it only if missing: in a world-writable directory Linux refuses O_CREAT on another
    # user's file, even a world-writable one.
    flags = os.O_RDWR | os.O_NOFOLLOW
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        pass
    try:
        fd = os.open(path, flags | os.O_CREAT | os.O_EXCL, _FOR_EVERYONE)
    except FileExistsError:
        return os.open(path, flags)
    os.fchmod(fd, _FOR_EVERYONE)  # Whatever the umask: the next program may be another user's.
    return fd
