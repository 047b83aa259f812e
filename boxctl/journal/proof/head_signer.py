"""Sign the heads of the matches that a program writes, as it writes them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from boxctl.journal.disk.appender import Head
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.keys import BoxKey, key_beside
from boxctl.journal.proof.signed_heads import forget, keep, sign


class HeadSigner:
    """Signs with the key of the box whose journal this is. Not thread-safe.

    Each signature takes the place of the one before it in the same match, if this object made that.
    ``fault`` says why the key cannot be used; None while it can, or was not needed.
    """

    def __init__(self, journal: Path) -> None:
        self.fault: JournalFault | None = None
        self._journal = journal
        self._key: BoxKey | None = None
        self._last: Head | None = None

    def prepare(self) -> bool:
        """Read the key, if that was not done; return whether there is one.

        Takes as long as the rest of a start, so it is put off until the first ruling is shown.
        """
        if self._key is None:
            try:
                self._key = key_beside(self._journal)
            except JournalFault as fault:
                self.fault = fault
                return False
            self.fault = None
        return True

    def has_signed(self, head: Head | None) -> bool:
        """Return whether this head is the last one that was signed; also true without a head."""
        return head is None or head == self._last

    def seal(self, connection: sqlite3.Connection, head: Head) -> None:
        """Sign a head in the open transaction. Without a key, do nothing. Raises sqlite3.Error."""
        if self._key is None:
            return
        last, self._last = self._last, head
        keep(connection, sign(self._key, head))
        if last is not None and last.match == head.match and last != head:
            forget(connection, last, self._key.public)
