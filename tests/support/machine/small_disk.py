"""A disk that has no more room."""

from __future__ import annotations

import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ROOM = 1000
"""No file may grow beyond so many bytes."""


@contextmanager
def small_disk() -> Iterator[None]:
    """Refuse what goes beyond :data:`ROOM` in any file, as a full disk does.

    What is imported meanwhile is not kept compiled: Python would keep the beginning of it.
    """
    compiles, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = compiles
        signal.signal(signal.SIGXFSZ, handled)
