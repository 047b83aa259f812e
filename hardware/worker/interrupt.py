"""Ends a wait of another thread."""

from __future__ import annotations

import os
import select
from contextlib import suppress


class Interrupt:
    """Set by one thread, it ends the waits of another until it is cleared.

    As :class:`threading.Event`, but the end of a process can be waited for at the same time, and
    nothing is polled.
    """

    def __init__(self) -> None:
        self._file = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def set(self) -> None:
        """End the wait, or the next one; never waits."""
        with suppress(BlockingIOError):  # it is set as often as can be
            os.eventfd_write(self._file, 1)

    def clear(self) -> None:
        """Let the next wait wait."""
        with suppress(BlockingIOError):  # it was not set
            os.eventfd_read(self._file)

    def wait(self, seconds: float) -> bool:
        """Wait so long; gives whether it is set."""
        return self.wait_for(None, seconds) is None

    def wait_for(self, file: int | None, seconds: float) -> bool | None:
        """Wait until the file can be read: gives True for that, False after ``seconds``, and None
        if it is set.
        """
        # poll() counts in milliseconds, which is too coarse for a tone.
        files = [self._file] if file is None else [self._file, file]
        ready, _, _ = select.select(files, [], [], max(0.0, seconds))
        if self._file in ready:
            return None
        return file in ready

    def close(self) -> None:
        """Nothing waits for it, or sets it, any more."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
