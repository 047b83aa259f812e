"""End the wait of a thread: by another thread, a signal handler, a file or a timeout."""

from __future__ import annotations

import os
import select
import sys
import weakref
from contextlib import suppress
from threading import RLock
from typing import NamedTuple

_MOST_READ = 65_536


class WaitResult(NamedTuple):
    """The reason why a wait has ended; neither is true after a timeout."""

    is_set: bool
    readable: bool


class Waker:
    """Like :class:`threading.Event`, but a file can be waited for at the same time.

    Any thread, and a signal handler, may set it; nothing polls. The waiting thread closes it;
    otherwise it is closed when it is garbage-collected.
    """

    def __init__(self) -> None:
        bell = _Sockets() if sys.platform == "win32" else _Pipe()
        self._bell = bell
        # Held while it is set or closed: a late set must not hit a file that took the number of
        # the pipe. Reentrant, as a signal handler may come in the middle of either.
        self._lock = RLock()
        self._close = weakref.finalize(self, bell.close)

    def fileno(self) -> int:
        """A descriptor that can be read while it is set."""
        return self._bell.fileno()

    def set(self) -> None:
        """End the current wait, or the next one. Never blocks; does nothing once closed."""
        with self._lock, suppress(BlockingIOError):  # The pipe is full of earlier calls.
            if self._close.alive:
                self._bell.ring()

    def clear(self) -> None:
        """Make the next wait block again."""
        with suppress(BlockingIOError):  # It was not set.
            while len(self._bell.heard()) == _MOST_READ:
                pass

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for ``seconds``, None for ever; return whether it is set."""
        return self.wait_for(None, seconds).is_set

    def wait_for(
        self, file: int | None, seconds: float | None = None, *, writing: bool = False
    ) -> WaitResult:
        """Wait until it is set, ``file`` is readable, or ``seconds`` have passed (None: no limit).

        A broken file counts as readable. With ``writing``, room to write ends the wait as well.
        """
        # poll() has a resolution of a millisecond, too coarse for a tone.
        ours = self._bell.fileno()
        reads = [ours] if file is None else [ours, file]
        writes = [file] if writing and file is not None else []
        pause = None if seconds is None else max(0.0, seconds)
        ready, _, _ = select.select(reads, writes, [], pause)
        return WaitResult(ours in ready, file in ready)

    def close(self) -> None:
        """Close its descriptors; nobody may wait for it afterwards. May be called twice."""
        with self._lock:
            self._close()


class _Pipe:
    """A pipe whose one end is read when its other has been written to."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        if sys.platform != "win32":
            os.set_blocking(self._read, False)
            os.set_blocking(self._write, False)

    def fileno(self) -> int:
        return self._read

    def ring(self) -> None:
        os.write(self._write, b"!")

    def heard(self) -> bytes:
        return os.read(self._read, _MOST_READ)

    def close(self) -> None:
        os.close(self._read)
        os.close(self._write)


class _Sockets:
    """The same with two sockets: Windows waits for nothing else."""

    def __init__(self) -> None:
        # It takes a while, and a box needs none.
        from socket import socketpair

        self._read, self._write = socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)

    def fileno(self) -> int:
        return self._read.fileno()

    def ring(self) -> None:
        self._write.send(b"!")

    def heard(self) -> bytes:
        return self._read.recv(_MOST_READ)

    def close(self) -> None:
        self._read.close()
        self._write.close()
