"""The thread that writes entries, so that the table's loop never waits for the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.backlog import WriteQueue
from boxctl.journal.entries import Entry

RETRY_EVERY = 1.0
"""How long to wait before a disk that failed is tried again, in seconds."""


class JournalWriter:
    """Writes entries in the order in which it is given them, several in one transaction.

    ``wake`` is called in the writer's thread whenever :attr:`durable` or :attr:`trouble` has
    changed; it returns at once. ``sign`` is called, there too, when entries were written and none
    wait, and at the end. While the disk fails nothing is lost: what is not written waits, and is
    tried again every second.
    """

    def __init__(
        self,
        appending: Appender,
        wake: Callable[[], object],
        sign: Callable[[Appender], object] = lambda appending: None,
    ) -> None:
        self._appending = appending
        self._wake = wake
        self._sign = sign
        self._backlog = WriteQueue(appending)
        self._bell = threading.Event()
        self._closing = False
        self._sign_next = False
        self._thread = threading.Thread(target=self._live, name="journal", daemon=True)
        self._thread.start()

    @property
    def durable(self) -> int:
        """How many of the entries are on the disk: always the first ones."""
        return self._backlog.durable

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written at present; None while all is well."""
        return self._backlog.trouble

    def write(self, entry: Entry) -> None:
        """Queue this entry; return at once."""
        self._backlog.add(entry)
        self._bell.set()

    def close(self, patience: float = 5.0) -> bool:
        """Write what waits, for at most ``patience`` seconds, and end; return if all is written.

        What is not written then was not shown either.
        """
        self._closing = True
        self._bell.set()
        self._thread.join(patience)
        return not self._backlog

    def _live(self) -> None:
        while True:
            self._bell.clear()
            if self._backlog:
                if not self._write_some():
                    if self._closing:
                        return
                    self._bell.wait(RETRY_EVERY)
            elif self._closing:
                break
            elif self._sign_next:
                self._sign_next = False
                self._sign(self._appending)
            else:
                self._bell.wait()
        self._sign(self._appending)
        self._appending.close()

    def _write_some(self) -> bool:
        trouble = self._backlog.trouble
        written = self._backlog.write()
        if written or self._backlog.trouble != trouble:
            self._wake()
        self._sign_next |= bool(written)
        return bool(written)
