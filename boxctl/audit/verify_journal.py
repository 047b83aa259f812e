"""Verify a journal or one match of it, also against a printed head."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from boxctl.audit.verify_match import MatchVerification, VerifyAgainst, verify_match
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.printed_heads import BareHash, PrintedHead
from boxctl.journal.proof.signed_heads import SignedHead, kept
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.audit_sentences import NO_SUCH_HASH, match_is_missing


@dataclass(frozen=True)
class JournalVerification:
    """The verdict on each match; ``missing`` says what a printed head lacks, or is empty."""

    verdicts: tuple[MatchVerification, ...]
    missing: str = ""

    @property
    def holds(self) -> bool:
        """Whether all of it is as it was played."""

        return not self.missing and all(verdict.holds for verdict in self.verdicts)

    @property
    def sentences(self) -> list[str]:
        """The verdicts in English, one sentence each, for people."""
        told = [verdict.sentence for verdict in self.verdicts]
        return [self.missing, *told] if self.missing else told


def verify_one(
    connection: sqlite3.Connection,
    number: int,
    printed: PrintedHead | None = None,
    key: bytes | None = None,
) -> JournalVerification:
    """Verify one match of a journal; if it is gone, say that it is missing."""
    numbers = list(numbers_in(connection))
    if number not in numbers:
        return JournalVerification((), match_is_missing(number))
    return JournalVerification(tuple(_verdicts(connection, numbers, [number], printed, key)))


def verify_all(
    connection: sqlite3.Connection, printed: PrintedHead | None = None, key: bytes | None = None
) -> JournalVerification:
    """Verify every match of a journal; ``printed`` is the head of any one of them."""
    numbers = list(numbers_in(connection))
    verdicts = tuple(_verdicts(connection, numbers, numbers, None, key))
    if printed is None:
        return JournalVerification(verdicts)
    if isinstance(printed, BareHash):
        hashes = {entry.hash for verdict in verdicts for entry in verdict.match.entries}
        lost = "" if printed.hash in hashes else NO_SUCH_HASH
        return JournalVerification(verdicts, lost)
    number = match_of(printed)
    if number not in numbers:
        return JournalVerification(verdicts, match_is_missing(number or 0))
    held = _verdicts(connection, numbers, [number], printed, key)
    against = {verdict.match.number: verdict for verdict in held}
    return JournalVerification(
        tuple(against.get(verdict.match.number, verdict) for verdict in verdicts)
    )


def match_of(printed: PrintedHead | None) -> int | None:
    """Return the match of a head; None for a bare hash or no head."""
    if printed is None or isinstance(printed, BareHash):
        return None
    return printed.head.match if isinstance(printed, SignedHead) else printed.match


def _verdicts(
    connection: sqlite3.Connection,
    there: Sequence[int],
    asked_for: Sequence[int],
    printed: PrintedHead | None,
    key: bytes | None,
) -> Iterator[MatchVerification]:
    @lru_cache(maxsize=3)
    def read(number: int) -> RecordedMatch | None:
        return read_match(connection, number)

    beside = dict(zip(there, zip([None, *there], [*there[1:], None], strict=False), strict=True))
    for number in asked_for:
        match = read(number)
        if match is None:
            raise Damaged(f"its index tells of match {number}, of which there is no entry")
        before, after = (None if other is None else read(other) for other in beside[number])
        yield verify_match(
            match, VerifyAgainst(kept(connection, number), before, after, printed, key)
        )
