"""A serial port: opened by pyserial for this program alone, then used by its descriptor."""

from __future__ import annotations

import contextlib
import os
import termios

import serial

from firmware_bridge.port.port_faults import port_fault
from firmware_bridge.port.port_lock import PortLock
from groundwork.language import tr
from groundwork.os_reason import os_reason

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
        """Return what has arrived. Call it only when the port is readable.

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
