"""Keep a serial port to one program, by a lock on the device itself.

A lock file needs a directory that every user may write to, where anybody can forge or hold it.
Only a user who may use the port can lock the device. The lock is flock(2): pyserial's ``exclusive``
and most terminal programs take the same one.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from firmware_bridge.port.port_faults import port_fault, port_in_use


class PortLock:
    """Hold ``port`` until :meth:`release` or the end of the program.

    The port is opened for that and left as it is: a second opening neither resets a board nor drops
    what has arrived. Raises Fault: BX501 there is no such port, BX502 another program has it, BX503
    no permission, BX504 it cannot be opened.
    """

    def __init__(self, port: str) -> None:
        self.device = real_device(port)
        try:
            self._fd = os.open(self.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError as error:
            raise port_fault(port, error) from error
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = _holder_of(self._fd)
            os.close(self._fd)
            if isinstance(error, BlockingIOError):
                raise port_in_use(port, holder) from error
            raise port_fault(port, error) from error

    def release(self) -> None:
        """Release the port."""
        # After close() alone it would stay locked while a forked child has it open.
        fcntl.flock(self._fd, fcntl.LOCK_UN)
        os.close(self._fd)


def real_device(port: str) -> Path:
    """Resolve the links of a port's name. Raises Fault BX501 to BX504."""
    try:
        return Path(os.path.realpath(port, strict=True))
    except (OSError, ValueError) as error:
        raise port_fault(port, error) from error


def _holder_of(fd: int) -> int | None:
    """Return the process that the kernel knows to hold a lock on this file; None if hidden."""
    file = os.fstat(fd)
    device = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}:{file.st_ino}"
    try:
        locks = Path("/proc/locks").read_text()
    except OSError:
        return None
    for line in locks.splitlines():
        # "1: FLOCK  ADVISORY  WRITE 4711 00:17:5 0 EOF". One that waits has "->" before its kind.
        match line.split():
            case [_, "FLOCK", _, _, pid, where, *_] if where == device and int(pid) > 0:
                return int(pid)
    return None
