"""Notify systemd of the state of a table, as sd_notify(3) does, without its library.

systemd names a socket in NOTIFY_SOCKET if it wants notices, and in WATCHDOG_USEC the microseconds
within which it has to hear that the program is alive.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hardware.devices import Clock

if TYPE_CHECKING:
    from socket import socket


class SystemdNotifier:
    """Reports the state of the table to systemd, if that asks for it. Never waits or raises.

    It is :class:`boxctl.table.loop.Timed`, and only the loop advances it: a loop that hangs is not
    reported alive.
    """

    def __init__(self, environment: Mapping[str, str], clock: Clock) -> None:
        self._clock = clock
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._socket = _datagrams() if self._address else None
        self._patience = _patience(environment) if self._address else None
        self._said_at = clock()

    @property
    def due(self) -> int | None:
        """The box time by which systemd must hear that the loop is alive; None for never."""
        return None if self._patience is None else self._said_at + self._patience // 2

    def advance(self, now: int) -> None:
        """Tell systemd that the loop is alive, if it is time to."""
        # The loop wakes by itself about once a second: no wake-up is needed for this alone.
        if self._patience is not None and now - self._said_at >= self._patience // 4:
            self._said_at = now
            self._say("WATCHDOG=1")

    def ready(self) -> None:
        """Tell systemd that the table can be played at, for the first time or again."""
        self._say("READY=1\nSTATUS=the table can be played at")

    def reloading(self) -> None:
        """Tell systemd that the settings are being read again."""
        self._say(f"RELOADING=1\nMONOTONIC_USEC={self._clock()}")

    def stopping(self) -> None:
        """Tell systemd that the table is being closed, and close the socket."""
        self._say("STOPPING=1")
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _say(self, state: str) -> None:
        if self._socket is not None:
            try:
                self._socket.sendto(state.encode(), self._address)
            except OSError:
                # Nobody listens, and there is nobody else to tell.
                return


def _datagrams() -> socket:
    from socket import AF_UNIX, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK, socket

    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK)


def _address(name: str) -> str:
    """Return the socket's address: a leading @ stands for the zero byte of an abstract one."""
    return f"\0{name[1:]}" if name.startswith("@") else name


def _patience(environment: Mapping[str, str]) -> int | None:
    """Return for how many microseconds the loop may be silent; None if nobody listens."""
    asked = environment.get("WATCHDOG_USEC", "")
    for_us = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    return int(asked) if asked.isdecimal() and int(asked) > 0 and for_us else None
