"""The thread that brings entries to the disk, so that the table's loop never waits for it."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from itertools import islice

from boxctl.journal.appending import Appending
from boxctl.journal.entries import RULING, Entry
from boxctl.journal.faults import Damaged
from boxctl.journal.file import why
from firmware_bridge.faults import Fault

RETRY_EVERY = 1.0
"""How long a disk that has failed is left alone, in seconds."""

MOST_AT_ONCE = 1000
"""The entries of one transaction, at most."""


class Writer:
    """Writes entries in the order in which it is given them, several in one transaction.

    ``wake`` is called in the writer's thread whenever :attr:`durable` or :attr:`trouble` has
    changed; it returns at once. ``sign`` is called, there too, when a match is over and at the end.
    While the disk fails nothing is lost: what is not written waits,
    and is tried again every second.
    """

    def __init__(
        self,
        appending: Appending,
        wake: Callable[[], object],
        sign: Callable[[Appending], object] = lambda appending: None,
    ) -> None:
        self._appending = appending
        self._wake = wake
        self._sign = sign
        self._waiting: deque[Entry] = deque()
        self._bell = threading.Event()
        self._closing = False
        self._durable = 0
        self._trouble: str | None = None
        self._thread = threading.Thread(target=self._live, name="journal", daemon=True)
        self._thread.start()

    @property
    def durable(self) -> int:
        """How many of the entries are on the disk: always the first ones."""
        return self._durable

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at present; None while all is well."""
        return self._trouble

    def write(self, entry: Entry) -> None:
        """Have this entry written; returns at once."""
        self._waiting.append(entry)
        self._bell.set()

    def close(self, patience: float = 5.0) -> bool:
        """Write what waits, for so many seconds at most, and end; whether all was written.

        What is not written then was not shown either.
        """
        self._closing = True
        self._bell.set()
        self._thread.join(patience)
        return not self._waiting

    def _live(self) -> None:
        while True:
            self._bell.clear()
            if self._waiting:
                if not self._write_some():
                    if self._closing:
                        return
                    self._bell.wait(RETRY_EVERY)
            elif self._closing:
                break
            else:
                self._bell.wait()
        self._sign(self._appending)
        self._appending.close()

    def _write_some(self) -> bool:
        batch = list(islice(self._waiting, MOST_AT_ONCE))
        try:
            self._appending.append(batch)
        except (sqlite3.Error, OSError, Damaged, Fault) as problem:
            # What SQLite or the disk said, not the advice for a start that fails of it.
            self._say(why(problem.__cause__ or problem))
            return False
        for _ in batch:
            self._waiting.popleft()
        self._durable += len(batch)
        self._trouble = None
        self._wake()
        if any(_ends_a_match(entry) for entry in batch):
            self._sign(self._appending)
        return True

    def _say(self, why: str) -> None:
        if self._trouble != why:
            self._trouble = why
            self._wake()


def _ends_a_match(entry: Entry) -> bool:
    return entry.kind == RULING and entry.body["verdict"] == "match_over"
