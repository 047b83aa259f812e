"""A serial port: opened by pyserial for this program alone, then used by its descriptor.

A lock on the device itself keeps the port to one program. A lock file would need a directory
that every user may write to, where anybody can forge or hold it; only a user who may use the
port can lock the device. The lock is flock(2): pyserial's ``exclusive`` and most terminal
programs take the same one.

:class:`PtyLine` is the board's end of such a line on a pseudo-terminal.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from contextlib import ExitStack
from pathlib import Path

from groundwork.faults import Fault, os_error, os_reason
from groundwork.installation import refuse_elsewhere
from groundwork.language import tr

# Programs that may open no port import this, too.
if sys.platform == "linux":
    import fcntl
    import termios
    import tty

    import serial


def port_fault(port: str, error: Exception) -> Fault:
    """Return the fault behind what the system or pyserial raised for ``port`` (BX501 to BX504)."""
    number = error.errno if isinstance(error, OSError) else None
    match number:
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.ENOTDIR:
            return Fault(
                "BX501",
                tr(
                    "the roller's port {port} is not there; plug the roller in, or mend `port`",
                    port=port,
                ),
            )
        case errno.EAGAIN | errno.EBUSY:
            return port_in_use(port, None)
        case errno.EACCES | errno.EPERM:
            return Fault(
                "BX503",
                tr(
                    "no permission to use the roller's port {port}; add this user to the "
                    "group that owns it (sudo usermod -aG dialout $USER) and log in again",
                    port=port,
                ),
            )
        case _:
            return Fault(
                "BX504",
                tr(
                    "the roller's port {port} cannot be set up ({error}); name a serial port "
                    "and a baud rate that it has",
                    port=port,
                    error=error if number is None else os_reason(os_error(number)),
                ),
            )


def no_answer(port: str, seconds: float) -> Fault:
    """Return the fault of a port on which no board has answered for so long (BX511)."""
    return Fault(
        "BX511",
        tr(
            "the board on {port} has not answered within {seconds} seconds; see "
            "that it has boxctl's firmware (boxctl firmware flash) and that this is its "
            "port",
            port=port,
            seconds=f"{seconds:g}",
        ),
    )


def port_in_use(port: str, holder: int | None) -> Fault:
    """Return the fault that another program has ``port``; ``holder`` is its process, if known."""
    who = tr("another program") if holder is None else tr("process {holder}", holder=holder)
    return Fault(
        "BX502",
        tr(
            "the roller's port {port} is in use by {who}; end it, then try again",
            port=port,
            who=who,
        ),
    )


class PortLock:
    """Hold ``port`` until :meth:`release` or the end of the program.

    The port is opened for that and left as it is: a second opening neither resets a board nor drops
    what has arrived. Raises Fault: BX501 there is no such port, BX502 another program has it, BX503
    no permission, BX504 it cannot be opened, BX783 this is not Linux.
    """

    def __init__(self, port: str) -> None:
        refuse_elsewhere(port)
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


_SPEED = 5
"""Where ``termios`` has the speed of what comes in among the attributes of a line."""

READ_BYTES = 4096
"""Bytes that are read at once, at most."""


class PortLost(Exception):
    """The port has hung up; the text is the reason, for people."""


class SerialPort:
    """An open port, held exclusively. Not thread-safe; nothing here blocks.

    Raises Fault: BX501 there is no such port, BX502 another program has it, BX503 no permission,
    BX504 it cannot be set up as a serial port.
    """

    def __init__(self, port: str, baud: int) -> None:
        # Lock it first: pyserial drops what has arrived, also on a port that another program has.
        self._lock = PortLock(port)
        try:
            # Leave DTR and RTS as opening sets them: a pty has none, and a board would reset.
            self._serial = serial.Serial(str(self._lock.device), baud, timeout=0, write_timeout=0)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, (OSError, ValueError, termios.error)):
                raise port_fault(port, error) from error
            raise

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return self._serial.fileno()

    def read(self) -> bytes:
        """Return the bytes that have arrived. Call it only when the port is readable.

        Raises PortLost: a readable port without data has hung up.
        """
        try:
            data = os.read(self.fileno(), READ_BYTES)
        except OSError as error:
            raise PortLost(tr("the port has hung up ({why})", why=os_reason(error))) from error
        if not data:
            raise PortLost(tr("the port has hung up"))
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
            raise PortLost(tr("the port has hung up ({why})", why=os_reason(error))) from error

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


class PtyLine:
    """The board's end of a line; ``name`` becomes a symbolic link to the host's end.

    Keeps the host's end open as well, so that like a wire it outlives a host that closes it.
    Closing it hangs up. Raises OSError if there is something of that name.
    """

    def __init__(self, name: Path) -> None:
        self._name = name
        self._ours, self._theirs = os.openpty()
        with ExitStack() as opening:
            opening.callback(self._hang_up)
            tty.setraw(self._theirs)
            os.set_blocking(self._ours, False)
            name.symlink_to(os.ttyname(self._theirs))
            opening.pop_all()

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return self._ours

    @property
    def is_at_1200(self) -> bool:
        """Whether the host has set 1200 bits a second."""
        return bool(termios.tcgetattr(self._ours)[_SPEED] == termios.B1200)

    def read(self) -> bytes:
        """Return the bytes that have arrived. Call it when the descriptor is readable."""
        return os.read(self._ours, 4096)

    def write(self, data: bytes) -> None:
        """Write without waiting; what finds no room because nobody reads is lost, as on a wire."""
        if not data:
            return
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Hang up: remove the name, then close the line."""
        self._name.unlink(missing_ok=True)
        self._hang_up()

    def _hang_up(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)
