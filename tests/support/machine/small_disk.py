"""A disk that has no more room."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager

ROOM = 1000
"""No file may grow beyond so many bytes."""


@contextmanager
def small_disk() -> Iterator[None]:
    """Refuse what goes beyond :data:`ROOM` in any file, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handled)
