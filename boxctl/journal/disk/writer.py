"""The thread that writes entries, so that the table's loop never waits for the disk.

Entries wait in its queue, also while the disk fails.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Protocol

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import why
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import MatchBegan, MatchLeft, MatchResumed, RulingMade
from boxctl.journal.faults import Damaged
from boxctl.referee.verdict import Verdict
from groundwork.faults import Fault
from groundwork.system.threads import start_thread

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


RETRY_EVERY = 1.0
"""The wait before a disk that failed is tried again, in seconds."""


class Sign(Protocol):
    """Signs what was written; ``milestone`` is true if a turn or match has begun or ended."""

    def __call__(self, appending: Appender, *, milestone: bool) -> object:
        """Sign the head of ``appending``."""
        ...


class JournalWriter:
    """Writes entries in a thread of its own, in their order, several in one transaction.

    ``wake`` is called in the writer's thread whenever :attr:`durable` or :attr:`trouble` has
    changed; it returns at once. ``sign`` is called, there too, when entries were written and none
    wait, before a match begins after another, and at the end. While the disk fails nothing is lost:
    the writer tries again every second.
    """

    def __init__(
        self,
        appending: Appender,
        wake: Callable[[], object],
        sign: Sign = lambda appending, *, milestone: None,
    ) -> None:
        self._appending = appending
        self._wake = wake
        self._sign = sign
        self._backlog = WriteQueue(appending)
        self._bell = threading.Event()
        self._closing = False
        self._sign_next = False
        self._milestone = False
        self._thread = threading.Thread(target=self._live, name="journal", daemon=True)
        try:
            start_thread(self._thread)
        except Fault:
            appending.close()
            raise

    @property
    def durable(self) -> int:
        """The number of entries on the disk: always the first ones."""
        return self._backlog.durable

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be written; None while all is well."""
        return self._backlog.trouble

    def write(self, entry: Entry) -> None:
        """Queue this entry; return at once."""
        self._backlog.add(entry)
        self._bell.set()

    def close(self, patience: float = 5.0) -> bool:
        """Write what waits, for at most ``patience`` seconds, and end; return if all is written.

        Rulings that are not written then have not been shown.
        """
        self._closing = True
        self._bell.set()
        self._thread.join(patience)
        return not self._backlog

    def _live(self) -> None:
        while True:
            self._bell.clear()
            if self._backlog:
                self._sign_end_of_match()
                if not self._write_some():
                    if self._closing:
                        return
                    self._bell.wait(RETRY_EVERY)
            elif self._closing:
                break
            elif self._sign_next:
                self._sign_next = False
                self._sign(self._appending, milestone=self._milestone)
                self._milestone = False
            else:
                self._bell.wait()
        self._sign(self._appending, milestone=True)
        self._appending.close()

    def _sign_end_of_match(self) -> None:
        """Sign what was written before the next match begins: later nothing signs its end.

        Not while the disk fails: the entries that have failed are the next that it has to get.
        """
        if self._sign_next and self._backlog.begins_match and self.trouble is None:
            self._sign(self._appending, milestone=False)

    def _write_some(self) -> bool:
        trouble = self._backlog.trouble
        written = self._backlog.write()
        if written or self._backlog.trouble != trouble:
            self._wake()
        self._sign_next |= bool(written)
        self._milestone |= any(map(_is_milestone, written))
        return bool(written)


def _is_milestone(entry: Entry) -> bool:
    """Return whether a turn or a match begins or ends with this entry."""
    if entry.kind == RulingMade.kind:
        return entry.body["verdict"] in (Verdict.TURN_OVER, Verdict.MATCH_OVER)
    return entry.kind in (MatchBegan.kind, MatchResumed.kind, MatchLeft.kind)
