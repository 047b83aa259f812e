"""Sign what a program writes, after recording what is new or wrong about the key."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from boxctl.journal.disk.appender import Appender, Head
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import HeadMissing, LedgerGone, entry_of
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.proof.findings import LedgerLost, proof_findings
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.known_keys import usable_keys
from boxctl.journal.proof.ledger import LedgerHead
from boxctl.journal.proof.signed_heads import kept, signing_keys
from boxctl.journal.proof.signed_late import unsigned_entries
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.utc import time_of_day


class SessionSigner:
    """Signs the matches of one start of a program. Not thread-safe.

    ``gone`` are heads that the box has signed and the journal has not got, ``resumed`` is the match
    that goes on, if one does. ``wake`` is called when :attr:`trouble` has changed.
    """

    def __init__(
        self,
        journal: Path,
        wake: Callable[[], object],
        gone: tuple[LedgerHead, ...] = (),
        resumed: RecordedMatch | None = None,
    ) -> None:
        self._journal = journal
        self._wake = wake
        self._gone = gone
        self._resumed = resumed
        self._signer = HeadSigner(journal, time_of_day)
        self._introduced = b""
        self._introduction: list[Entry] = []
        self._loss: list[Entry] = []

    @property
    def trouble(self) -> str | None:
        """The reason why nothing can be signed, for people; None while all is well."""
        return self._signer.trouble

    def seal(self, connection: sqlite3.Connection, head: Head) -> None:
        """Sign a head in the open transaction, if the key is known. Raises sqlite3.Error."""
        self._signer.seal(connection, head)

    def __call__(self, appending: Appender, *, milestone: bool) -> None:
        """Sign the head unless it was signed as it was written. A failure is tried again later."""
        trouble = self._signer.trouble
        with suppress(JournalFault, Damaged, sqlite3.Error, OSError):
            self._sign_what_is_new(appending, milestone=milestone)
        if self._signer.trouble != trouble:
            self._wake()

    def _sign_what_is_new(self, appending: Appender, *, milestone: bool) -> None:
        first = not self._signer.public
        if appending.head is None or not self._signer.prepare():
            return
        if first and not self._may_sign(appending):
            return
        if first:
            self._introduce_the_key(appending)
        if not self._signer.has_signed(appending.head):
            appending.seal()
        if first or milestone:
            self._signer.remember(self._gone)
            self._tell_of_a_lost_ledger(appending)

    def _may_sign(self, appending: Appender) -> bool:
        """List the journal in the ledger; return whether that was done or not needed."""
        may_sign = False
        try:
            may_sign = self._signer.list_journal(appending.connection)
        finally:
            if not may_sign:
                self._signer.forget_key()
        return may_sign

    def _tell_of_a_lost_ledger(self, appending: Appender) -> None:
        if (lost := self._signer.lost) is not None:
            self._loss = self._loss or [entry_of(LedgerGone(now=time_of_day(), why=lost))]
            appending.append(self._loss)
            self._loss, self._signer.lost = [], None

    def _introduce_the_key(self, appending: Appender) -> None:
        """Record what is new or wrong about the key. If that fails, sign nothing until it does.

        The same is tried again, with its first time: a failed commit may be on the disk after all.
        """
        try:
            if self._introduced != self._signer.public:
                self._introduction = list(self._about_the_key(appending.connection))
                self._introduced = self._signer.public
            appending.append(self._introduction)
        except BaseException:
            self._signer.forget_key()
            raise
        self._introduced, self._introduction, self._resumed = b"", [], None

    def _about_the_key(self, connection: sqlite3.Connection) -> Iterator[Entry]:
        """Yield the entries about the key that signs from now on.

        They say what is new or wrong about it, and which entries of the resumed match no key of
        this box has signed before.
        """
        now, keys = time_of_day(), usable_keys(self._journal)
        for gone in self._gone:
            yield entry_of(
                HeadMissing(
                    now=now,
                    match=gone.head.match,
                    entries=gone.head.entries,
                    head=gone.head.hash.hex(),
                    signed=gone.time,
                )
            )
        before = signing_keys(connection)
        if self._signer.public not in before:
            yield entry_of(self._signer.introduction(before, now))
        for finding in proof_findings(connection, self._journal, keys):
            if isinstance(finding, LedgerLost):
                yield entry_of(LedgerGone(now=now, why=finding.why))
        if self._resumed is not None:
            heads = kept(connection, self._resumed.number)
            yield from unsigned_entries(self._resumed, heads, keys, now)
