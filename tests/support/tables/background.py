"""A table that is played at in the background of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from boxctl.table.box_table import BoxTable


@contextmanager
def playing(table: BoxTable, patience: float) -> Iterator[None]:
    """Run an open table in a thread of its own until the block ends.

    ``patience`` is how long its end is waited for, in seconds.
    """
    thread = Thread(target=table.run)
    thread.start()
    try:
        yield
    finally:
        table.stop()
        thread.join(patience)
