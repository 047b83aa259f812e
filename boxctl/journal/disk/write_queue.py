"""The write queue: entries wait here for the disk, also while it fails."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Sequence
from itertools import takewhile

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import why
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import MatchBegan
from boxctl.journal.faults import Damaged
from groundwork.faults import Fault

MOST_AT_ONCE = 1000
"""At most this many entries go into one transaction."""


class WriteQueue:
    """Writes entries in the order in which they came, several in one transaction.

    While the disk fails nothing is lost: the entries wait for the next try. One thread may add
    while another writes.
    """

    def __init__(self, appending: Appender) -> None:
        self._appending = appending
        self._waiting: deque[Entry] = deque()
        self._durable = 0
        self._trouble: str | None = None

    def __len__(self) -> int:
        """Return how many entries wait."""
        return len(self._waiting)

    @property
    def begins_match(self) -> bool:
        """Whether the first entry that waits begins a match."""
        return bool(self._waiting) and self._waiting[0].kind == MatchBegan.kind

    @property
    def durable(self) -> int:
        """The number of entries on the disk: always the first ones."""
        return self._durable

    @property
    def trouble(self) -> str | None:
        """The reason why the last write failed; None if it did not."""
        return self._trouble

    def add(self, entry: Entry) -> None:
        """Queue this entry."""
        self._waiting.append(entry)

    def write(self, most: int = MOST_AT_ONCE) -> Sequence[Entry]:
        """Write the first entries that wait and return them; none if the disk fails.

        They are of one match, so that the end of each can be signed before the next begins.
        """
        # By their places: a deque must not be gone over while another thread adds to it.
        waiting = [self._waiting[place] for place in range(min(most, len(self._waiting)))]
        batch = [waiting[0], *takewhile(_is_of_same_match, waiting[1:])]
        try:
            self._appending.append(batch)
        except (sqlite3.Error, OSError, Damaged, Fault) as problem:
            # The cause itself, without the advice for a start that fails because of it.
            self._trouble = why(problem.__cause__ or problem)
            return ()
        for _ in batch:
            self._waiting.popleft()
        self._durable += len(batch)
        self._trouble = None
        return batch


def _is_of_same_match(entry: Entry) -> bool:
    """Return whether an entry goes on with the match of the one before it."""
    return entry.kind != MatchBegan.kind
