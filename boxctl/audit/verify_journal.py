"""Verify a journal or one match of it, also against a printed head."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from boxctl.audit.verify_match import (
    NOTHING_ELSE,
    MatchVerification,
    VerifyAgainst,
    verify_match,
)
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.printed_heads import BareHash, PrintedHead
from boxctl.journal.proof.signed_heads import SignedHead, kept
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.english import ENGLISH
from boxctl.presentation.wording import Wording


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
        """The verdicts for people, one sentence each."""
        told = [verdict.sentence for verdict in self.verdicts]
        return [self.missing, *told] if self.missing else told


def verify_one(
    connection: sqlite3.Connection,
    number: int,
    asked: VerifyAgainst = NOTHING_ELSE,
    wording: Wording = ENGLISH,
) -> JournalVerification:
    """Verify one match of a journal; if it is gone, say that it is missing.

    The journal itself gives ``heads`` and neighbours, so those in ``asked`` do not count.
    """
    numbers = list(numbers_in(connection))
    if number not in numbers:
        return JournalVerification((), wording.record().match_missing(number))
    return JournalVerification(tuple(_verdicts(connection, numbers, [number], asked, wording)))


def verify_all(
    connection: sqlite3.Connection,
    asked: VerifyAgainst = NOTHING_ELSE,
    wording: Wording = ENGLISH,
) -> JournalVerification:
    """Verify every match of a journal; the printed head is that of any one of them."""
    numbers, printed = list(numbers_in(connection)), asked.printed
    without_head = replace(asked, printed=None)
    verdicts = tuple(_verdicts(connection, numbers, numbers, without_head, wording))
    if printed is None:
        return JournalVerification(verdicts)
    number = _match_with(printed, verdicts)
    if number is None:
        return JournalVerification(verdicts, wording.record().no_such_hash)
    if number not in numbers:
        return JournalVerification(verdicts, wording.record().match_missing(number))
    held = _verdicts(connection, numbers, [number], asked, wording)
    against = {verdict.match.number: verdict for verdict in held}
    return JournalVerification(
        tuple(against.get(verdict.match.number, verdict) for verdict in verdicts)
    )


def _match_with(printed: PrintedHead, verdicts: Sequence[MatchVerification]) -> int | None:
    """Return the match of a printed head; None for a hash that no match has."""
    if not isinstance(printed, BareHash):
        return match_of(printed)
    for verdict in verdicts:
        if any(kept.hash == printed.hash for kept in verdict.match.entries):
            return verdict.match.number
    return None


def match_of(printed: PrintedHead | None) -> int | None:
    """Return the match of a head; None for a bare hash or no head."""
    if printed is None or isinstance(printed, BareHash):
        return None
    return printed.head.match if isinstance(printed, SignedHead) else printed.match


def _verdicts(
    connection: sqlite3.Connection,
    there: Sequence[int],
    wanted: Sequence[int],
    asked: VerifyAgainst,
    wording: Wording,
) -> Iterator[MatchVerification]:
    @lru_cache(maxsize=3)
    def read(number: int) -> RecordedMatch | None:
        return read_match(connection, number)

    beside = dict(zip(there, zip([None, *there], [*there[1:], None], strict=False), strict=True))
    for number in wanted:
        match = read(number)
        if match is None:
            raise Damaged(f"its index tells of match {number}, of which there is no entry")
        before, after = (None if other is None else read(other) for other in beside[number])
        heads = kept(connection, number)
        against = replace(asked, heads=heads, before=before, after=after)
        yield verify_match(match, against, wording)
