"""Open the journal when a program starts, salvage it if damaged, and begin to write."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from boxctl.journal.disk.appender import Appender, last_head
from boxctl.journal.disk.file import check_soundness, is_damage, open_to_write, refused
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.disk.open_file import OpenFile
from boxctl.journal.disk.salvage import Salvaged, finish_setting_aside, set_aside
from boxctl.journal.disk.writer import JournalWriter
from boxctl.journal.faults import Damaged, is_directory, not_to_be_opened
from boxctl.journal.past_matches import PastMatch, past_matches
from boxctl.journal.proof.findings import (
    LedgerLost,
    OlderThanKey,
    ProofFinding,
    proof_findings,
    without_match,
)
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.proof.known_keys import usable_keys
from boxctl.journal.proof.ledger import LedgerHead
from boxctl.journal.proof.signed_heads import kept, signed_breaks
from boxctl.journal.recorded_match import (
    RecordedMatch,
    last_match_of_box,
    last_throws,
    read_match,
)
from boxctl.journal.recorder import JournalRecorder
from boxctl.journal.session_signer import SessionSigner
from boxctl.journal.utc import time_of_day
from groundwork.frozen_dataclass import frozen_dataclass

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


class Journal:
    """The journal at ``path``, for a program that plays on the box of this name.

    The match that was found is the newest of the box, or the one of the number ``resume``.
    ``salvaged`` tells of a damaged file that was found and set aside. Raises
    :class:`JournalFault` if the journal cannot be used.
    """

    def __init__(self, path: Path, box: str, resume: int | None = None) -> None:
        self.path = path
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
        self._writer: JournalWriter | None = None

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
        self._writer = JournalWriter(appending, wake, signer)
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
        """Return what does not fit what the box has signed.

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
