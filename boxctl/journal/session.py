"""The journal of a program that plays: opened at its start, salvaged if damaged, written, signed.

What is new or wrong about the key is recorded before anything is signed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import OpenFile, check_soundness, is_damage, open_to_write, refused
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.disk.salvage import Salvaged, finish_setting_aside, set_aside
from boxctl.journal.disk.writer import JournalWriter, Sign
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import HeadMissing, LedgerGone, entry_of, time_of_day
from boxctl.journal.faults import Damaged, JournalFault, is_directory, not_to_be_opened
from boxctl.journal.proof.chain import Head, last_head
from boxctl.journal.proof.findings import (
    LedgerLost,
    OlderThanKey,
    ProofFinding,
    proof_findings,
    unsigned_entries,
    without_match,
)
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.proof.ledger import LedgerHead, usable_keys
from boxctl.journal.proof.signed_heads import kept, signed_breaks, signing_keys
from boxctl.journal.query import PastMatch, past_matches
from boxctl.journal.recorded_match import (
    RecordedMatch,
    last_match_of_box,
    last_throws,
    read_match,
)
from boxctl.journal.recorder import EntryWriter, JournalRecorder
from groundwork.frozen_dataclass import frozen_dataclass


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


Wake = Callable[[], object]


@frozen_dataclass
class BoxHistory:
    """The record of a box in the journal: its newest match, and its last throws by series.

    ``match`` is None if it was tampered with: then ``broken`` says where. ``findings`` is what
    does not fit what the box has signed.
    """

    match: RecordedMatch | None
    throws: dict[int, int]
    broken: ChainBreak | None = None
    findings: tuple[ProofFinding, ...] = ()

    @property
    def further_findings(self) -> tuple[ProofFinding, ...]:
        """The findings that ``broken`` does not say already."""
        if self.broken is None:
            return self.findings
        others = (without_match(finding, self.broken.match) for finding in self.findings)
        return tuple(finding for finding in others if finding is not None)


class ClosableWriter(EntryWriter, Protocol):
    """A writer that is closed at the end, such as :class:`JournalWriter`."""

    def close(self) -> bool:
        """Write what waits and end; return if all is written."""
        ...


OpenWriter = Callable[[Appender, Wake, Sign], ClosableWriter]
"""Makes a writer that adds to a journal, wakes whoever waits for it, and signs."""


class Journal:
    """The journal at ``path``, for a program that plays on the box of this name.

    The match that was found is the newest of the box, or the one of the number ``resume``.
    ``open_writer`` makes what writes the entries. ``salvaged`` tells of a damaged file that was
    found and set aside. Raises :class:`JournalFault` if the journal cannot be used.
    """

    def __init__(
        self,
        path: Path,
        box: str,
        resume: int | None = None,
        open_writer: OpenWriter = JournalWriter,
    ) -> None:
        self.path = path
        self._open_writer = open_writer
        self.salvaged: Salvaged | None = None
        self._box = box
        self._resume = resume
        try:
            if path.is_dir():
                raise is_directory(path)
            finish_setting_aside(path)
            self.found = self._find_or_mend()
            self._played = MatchLock(path)
        except (OSError, sqlite3.Error) as problem:
            raise refused(path, problem) from problem
        self._writer: ClosableWriter | None = None

    @property
    def playing(self) -> int | None:
        """The number of the match that is played, also once this is closed; None before one is."""
        return self._played.match

    def past_matches(self) -> Generator[PastMatch]:
        """Yield the matches of the box that may be resumed, the newest first.

        That is only one if the journal was opened for one. Raises :class:`JournalFault`.
        """
        newest = self.found.match
        if newest is None:
            return
        yield PastMatch(newest, ended=newest.over or newest.left)
        if self._resume is not None:
            return
        try:
            with closing(open_to_write(self.path)) as connection:
                others = past_matches(connection, self._box)
                yield from (past for past in others if past.number != newest.number)
        except (OSError, sqlite3.Error, Damaged) as problem:
            raise refused(self.path, problem) from problem

    def turn_to(self, number: int) -> None:
        """Find this match, in place of the newest: what :attr:`found` tells is about it."""
        self._resume = number
        self.found = self._find_or_mend()

    def is_played_elsewhere(self, number: int) -> bool:
        """Return whether another program plays this match now."""
        return self._played.is_taken_elsewhere(number)

    def take(self, match: RecordedMatch) -> bool:
        """Lock this match for this program; return False if another one plays it."""
        return self._played.take(match.number)

    def record(
        self, variant: str, wake: Wake, match: RecordedMatch | None = None
    ) -> JournalRecorder:
        """Begin to write, after the entries of ``match`` if that is resumed.

        ``wake`` is called in the writer's thread when what is durable has changed, or the trouble;
        it must not wait.
        """
        signer = SessionSigner(self.path, wake, self._gone, match)
        file = OpenFile(self.path)
        appending = Appender(
            file.open,
            None if match is None else match.head,
            self._played.take,
            signer.seal,
            file.check,
        )
        self._writer = self._open_writer(appending, wake, signer)
        return JournalRecorder(
            self._writer, self._box, variant, time_of_day, lambda: signer.trouble
        )

    def close(self) -> None:
        """Write what waits, sign the match's head and close the file."""
        if self._writer is not None:
            self._writer.close()
        self._played.close()

    def _find_or_mend(self) -> BoxHistory:
        try:
            return self._find()
        except Damaged:
            self.salvaged = set_aside(self.path)
        try:
            return self._find()
        except Damaged as again:
            raise not_to_be_opened(self.path, again) from again

    def _find(self) -> BoxHistory:
        connection = open_to_write(self.path)
        try:
            check_soundness(connection, self.path)
            last_head(connection)
            match = self._match_to_resume(connection)
            broken = _first_break(connection, match)
            findings = self._findings(connection, None if broken else match)
            rolled_back = any(isinstance(each, OlderThanKey | LedgerLost) for each in findings)
            return BoxHistory(
                None if broken or rolled_back else match,
                last_throws(connection),
                broken,
                findings,
            )
        except (sqlite3.Error, ValueError, TypeError) as problem:
            if is_damage(problem):
                raise Damaged(str(problem)) from problem
            raise refused(self.path, problem) from problem
        finally:
            connection.close()

    def _match_to_resume(self, connection: sqlite3.Connection) -> RecordedMatch | None:
        if self._resume is None:
            return last_match_of_box(connection, self._box)
        return read_match(connection, self._resume)

    def _findings(
        self, connection: sqlite3.Connection, match: RecordedMatch | None
    ) -> tuple[ProofFinding, ...]:
        """Return the breaks against the heads that the box has signed.

        Whether the key has signed its ledger is asked only where something depends on it: a start
        has to be fast.
        """
        found = proof_findings(connection, self.path)
        if not found and (match is None or match.over or match.left):
            return found
        return proof_findings(connection, self.path, usable_keys(self.path))

    @property
    def _gone(self) -> tuple[LedgerHead, ...]:
        findings = self.found.findings
        return next((found.gone for found in findings if isinstance(found, OlderThanKey)), ())


def _first_break(connection: sqlite3.Connection, match: RecordedMatch | None) -> ChainBreak | None:
    """Return where a match that may be resumed is not as it was written and signed."""
    if match is None:
        return None
    broken = first_break(match)
    if broken is not None or match.over or match.left:
        # Nothing is added to it: its signatures can wait for boxctl verify.
        return broken
    return next(signed_breaks(match, kept(connection, match.number)), None)
