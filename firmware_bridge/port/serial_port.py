"""A serial port: opened by pyserial for this program alone, then used by its descriptor."""

from __future__ import annotations

import contextlib
import errno
import os
import termios
from pathlib import Path

import serial

from firmware_bridge.port.port_lock import PortLock, lock_directory, port_in_use
from groundwork.faults import Fault

_READ_BYTES = 4096


class PortLost(Exception):
    """The port has hung up; the text is the reason, for people."""


class SerialPort:
    """An open port, held exclusively. Not thread-safe; nothing here blocks.

    ``locks`` is the directory of the lock files, by default the one that all programs share.
    Raises Fault: BX501 there is no such port, BX502 another program has it, BX503 no permission,
    BX504 it cannot be set up as a serial port, BX505 its lock file cannot be used.
    """

    def __init__(self, port: str, baud: int, locks: Path | None = None) -> None:
        device = real_device(port)
        self._lock = PortLock(device, locks or lock_directory())
        try:
            # Leave DTR and RTS as opening sets them: a pty has none, and a board would reset.
            self._serial = serial.Serial(
                str(device), baud, timeout=0, write_timeout=0, exclusive=True
            )
        except BaseException as error:
            self._lock.release()
            if isinstance(error, (OSError, ValueError, termios.error)):
                raise _fault(port, error) from error
            raise

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return self._serial.fileno()

    def read(self) -> bytes:
        """Return what has arrived. Call it only when the port is readable.

        Raises PortLost: a readable port without data has hung up.
        """
        try:
            data = os.read(self.fileno(), _READ_BYTES)
        except OSError as error:
            raise PortLost(f"the port has hung up ({error.strerror})") from error
        if not data:
            raise PortLost("the port has hung up")
        return data

    def write(self, data: bytes) -> bytes:
        """Write what fits without waiting; return the rest. Raises PortLost."""
        if not data:
            return data
        try:
            return data[os.write(self.fileno(), data) :]
        except BlockingIOError:
            return data
        except OSError as error:
            raise PortLost(f"the port has hung up ({error.strerror})") from error

    def close(self) -> None:
        """Release the port. Drop unsent bytes: draining can take half a minute."""
        try:
            with contextlib.suppress(OSError, termios.error):
                termios.tcflush(self.fileno(), termios.TCOFLUSH)
            self._serial.close()
        finally:
            self._lock.release()

    def __enter__(self) -> SerialPort:
        return self

    def __exit__(self, *_ended: object) -> None:
        self.close()


def real_device(port: str) -> Path:
    """Resolve the links of a port's name. Raises Fault BX501 to BX504."""
    try:
        return Path(port).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle.
        raise _fault(port, error) from error


def _fault(port: str, error: Exception) -> Fault:
    number = error.errno if isinstance(error, OSError) else None
    match number:
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.ENOTDIR:
            return Fault(
                "BX501",
                f"the roller's port {port} is not there; plug the roller in, or mend `port`",
            )
        case errno.EAGAIN | errno.EBUSY:
            return port_in_use(port, None)
        case errno.EACCES | errno.EPERM:
            return Fault(
                "BX503",
                f"no permission to use the roller's port {port}; add this user to the group that "
                "owns it (sudo usermod -aG dialout $USER) and log in again",
            )
        case _:
            return Fault(
                "BX504",
                f"the roller's port {port} cannot be set up ({error}); name a serial port and a "
                "baud rate that it has",
            )
