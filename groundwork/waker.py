"""Ends the wait of a thread: for another thread, for a signal handler, or for a file."""

from __future__ import annotations

import os
import select
import weakref
from contextlib import suppress
from typing import NamedTuple

_MOST_READ = 65_536


class Ready(NamedTuple):
    """Why a wait has ended; neither is true after its time."""

    is_set: bool
    readable: bool


class Waker:
    """As :class:`threading.Event`, but a file can be waited for at the same time.

    Any thread, and a signal handler, may set it; nothing is polled. Its descriptors are closed when
    nobody refers to it any more: a late :meth:`set` can then never hit a file of somebody else.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        weakref.finalize(self, _close, self._read, self._write)

    def fileno(self) -> int:
        """A descriptor that can be read while it is set."""
        return self._read

    def set(self) -> None:
        """End the wait, or the next one; never waits."""
        with suppress(BlockingIOError):  # It has been set as often as the pipe holds.
            os.write(self._write, b"!")

    def clear(self) -> None:
        """Let the next wait wait."""
        with suppress(BlockingIOError):  # It was not set.
            while len(os.read(self._read, _MOST_READ)) == _MOST_READ:
                pass

    def wait(self, seconds: float | None = None) -> bool:
        """Wait so long, or without end; gives whether it is set."""
        return self.wait_for(None, seconds).is_set

    def wait_for(
        self, file: int | None, seconds: float | None = None, *, writing: bool = False
    ) -> Ready:
        """Wait until it is set, until ``file`` has something to read or is broken, which reading
        tells, or until so many seconds are over. ``writing`` also waits for room to write.
        """
        # Not poll(): it counts in milliseconds, which is too coarse for a tone.
        reads = [self._read] if file is None else [self._read, file]
        writes = [file] if writing and file is not None else []
        pause = None if seconds is None else max(0.0, seconds)
        ready, _, _ = select.select(reads, writes, [], pause)
        return Ready(self._read in ready, file in ready)


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
