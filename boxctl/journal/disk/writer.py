"""Write entries so that the table's loop never waits for the disk: in a thread, or without one.

Entries wait in a queue, also while the disk fails.
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
from boxctl.journal.entry_kinds import (
    MatchBegan,
    MatchLeft,
    MatchResumed,
    RulingMade,
    TurnOverruled,
)
from boxctl.journal.faults import Damaged
from boxctl.referee.payloads import Verdict
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


class SignedQueue:
    """A queue of entries, and the signatures of what was written.

    ``sign`` is called when entries were written and none wait, before a match begins after another,
    and at the end.
    """

    def __init__(self, appending: Appender, sign: Sign) -> None:
        self._appending = appending
        self._sign = sign
        self._entries = WriteQueue(appending)
        self._sign_next = False
        self._milestone = False

    def __len__(self) -> int:
        """Return how many entries wait."""
        return len(self._entries)

    @property
    def durable(self) -> int:
        """The number of entries on the disk: always the first ones."""
        return self._entries.durable

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be written; None while all is well."""
        return self._entries.trouble

    @property
    def is_unsigned(self) -> bool:
        """Whether something was written since the last signature."""
        return self._sign_next

    def add(self, entry: Entry) -> None:
        """Queue this entry."""
        self._entries.add(entry)

    def write_some(self) -> bool:
        """Write the first entries that wait; return whether any was written."""
        self._sign_end_of_match()
        written = self._entries.write()
        self._sign_next |= bool(written)
        self._milestone |= any(map(_is_milestone, written))
        return bool(written)

    def write_all(self) -> bool:
        """Write all that wait; return whether none does any more."""
        while self._entries and self.write_some():
            pass
        return not self._entries

    def sign(self) -> None:
        """Sign what was written."""
        self._sign_next = False
        self._sign(self._appending, milestone=self._milestone)
        self._milestone = False

    def close(self) -> None:
        """Sign the end and close the file."""
        self._sign(self._appending, milestone=True)
        self._appending.close()

    def _sign_end_of_match(self) -> None:
        """Sign what was written before the next match begins: later nothing signs its end.

        Not while the disk fails: the entries that have failed are the next that it has to get.
        """
        if self._sign_next and self._entries.begins_match and self.trouble is None:
            self._sign(self._appending, milestone=False)


class JournalWriter:
    """Writes entries in a thread of its own, in their order, several in one transaction.

    ``wake`` is called in the writer's thread whenever :attr:`durable` or :attr:`trouble` has
    changed; it returns at once. ``sign`` is called there, too: see :class:`SignedQueue`. While the
    disk fails nothing is lost: the writer tries again every second.
    """

    def __init__(
        self,
        appending: Appender,
        wake: Callable[[], object],
        sign: Sign = lambda appending, *, milestone: None,
    ) -> None:
        self._wake = wake
        self._backlog = SignedQueue(appending, sign)
        self._bell = threading.Event()
        self._closing = False
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
                if not self._write_some():
                    if self._closing:
                        return
                    self._bell.wait(RETRY_EVERY)
            elif self._closing:
                break
            elif self._backlog.is_unsigned:
                self._backlog.sign()
            else:
                self._bell.wait()
        self._backlog.close()

    def _write_some(self) -> bool:
        trouble = self._backlog.trouble
        written = self._backlog.write_some()
        if written or self._backlog.trouble != trouble:
            self._wake()
        return written


class Keeping(Protocol):
    """A place in which files outlast the program, and which is reached without waiting for it."""

    def keep(self, told: Callable[[str | None], object]) -> None:
        """Begin to keep the files as they are now; call ``told`` then, with what went wrong."""
        ...


class UnthreadedWriter:
    """Writes entries where there are no threads, into a file that ``keeping`` makes durable.

    What is queued in one go is written together, once ``later`` calls what it is given: after so
    many seconds. An entry is durable when it is kept. What cannot be written or kept is tried again
    every second. ``wake`` is called whenever :attr:`durable` or :attr:`trouble` has changed.
    """

    def __init__(
        self,
        appending: Appender,
        wake: Callable[[], object],
        sign: Sign,
        *,
        keeping: Keeping,
        later: Callable[[float, Callable[[], object]], object],
    ) -> None:
        self._wake = wake
        self._backlog = SignedQueue(appending, sign)
        self._keeping = keeping
        self._later = later
        self._is_due = False
        self._is_kept_now = False
        self._closed = False
        self.durable = 0
        self.trouble: str | None = None

    def write(self, entry: Entry) -> None:
        """Queue this entry; return at once."""
        self._backlog.add(entry)
        self._write_in(0)

    def close(self) -> bool:
        """Write what waits and end; return if all is written."""
        all_written = self._backlog.write_all()
        self._closed = True
        self._backlog.close()
        self._keeping.keep(lambda _trouble: None)
        return all_written

    def _write_in(self, seconds: float) -> None:
        if not self._is_due:
            self._is_due = True
            self._later(seconds, self._write)

    def _write(self) -> None:
        self._is_due = False
        if self._closed or self._is_kept_now:
            return  # What waits is written when that is kept.
        if not self._backlog.write_all():
            self._tell(self.durable, self._backlog.trouble)
            self._write_in(RETRY_EVERY)
            return
        if self._backlog.is_unsigned:
            self._backlog.sign()
        self._is_kept_now = True
        written = self._backlog.durable
        self._keeping.keep(lambda trouble: self._kept(written, trouble))

    def _kept(self, written: int, trouble: str | None) -> None:
        self._is_kept_now = False
        self._tell(self.durable if trouble else written, trouble)
        if trouble:
            self._write_in(RETRY_EVERY)
        elif self._backlog:
            self._write_in(0)

    def _tell(self, durable: int, trouble: str | None) -> None:
        changed = (durable, trouble) != (self.durable, self.trouble)
        self.durable, self.trouble = durable, trouble
        if changed and not self._closed:
            self._wake()


def _is_milestone(entry: Entry) -> bool:
    """Return whether a turn or a match begins or ends with this entry, or is overruled."""
    if entry.kind == RulingMade.kind:
        return entry.body["verdict"] in (Verdict.TURN_OVER, Verdict.MATCH_OVER)
    return entry.kind in (MatchBegan.kind, MatchResumed.kind, MatchLeft.kind, TurnOverruled.kind)
