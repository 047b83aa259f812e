"""How a thread sleeps until a file, another thread or the time needs it; no turning in between."""

from __future__ import annotations

import os
import select
import threading

_BROKEN = select.POLLHUP | select.POLLERR | select.POLLNVAL


class Sleeper:
    """One thread sleeps; any thread may wake it. The sleeping thread closes it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = True
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def sleep(self, pause: int | None, fd: int | None = None, writing: bool = False) -> bool:
        """Sleep until woken, until ``pause`` microseconds are over, or until ``fd`` needs care.

        None sleeps without end. ``writing`` also waits for room to write. True if ``fd`` has
        something to read or is broken, which reading it will tell.
        """
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        if fd is not None:
            poll.register(fd, select.POLLIN | (select.POLLOUT if writing else 0))
        # Rounded up: waking a little too early would mean turning until the time has come.
        pause_ms = None if pause is None else max(0, -(-pause // 1000))
        ready = dict(poll.poll(pause_ms))
        if self._read in ready:
            os.read(self._read, 4096)
        return fd is not None and bool(ready.get(fd, 0) & (select.POLLIN | _BROKEN))

    def wake(self) -> None:
        """End the sleep, or the next one if nobody sleeps now. Does nothing once closed."""
        with self._lock:
            if self._open:
                try:
                    os.write(self._write, b"w")
                except BlockingIOError:
                    return  # The pipe is full of earlier calls: it will wake all the same.

    def close(self) -> None:
        """Nobody will sleep again."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._read)
                os.close(self._write)
