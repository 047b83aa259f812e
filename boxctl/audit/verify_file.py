"""Verify a file that somebody brings: a journal, or the record of a match or an evening.

What nobody can tell from the files beside it is told, too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from boxctl.audit.record_file import RecordFile
from boxctl.audit.verify_journal import JournalVerification
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.journal.proof.evening_contents import EveningFlaw
from boxctl.journal.proof.findings import ProofGap, proof_findings, proof_gaps
from boxctl.presentation.journal.proof_sentences import (
    evening_holds,
    gap_in_words,
    unsigned_evening,
)
from groundwork.language import tr


class FileCheck:
    """What is verified of a file, besides its matches, and what cannot be told of it.

    ``journal`` is the file that ``connection`` reads; ``record`` was written into it, if it is the
    record of a match or an evening. ``key_named`` tells that people have named the key, or that the
    box has one, which cannot be used.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        journal: Path,
        asked: VerifyAgainst,
        record: RecordFile | None = None,
        *,
        key_named: bool,
    ) -> None:
        self._key = asked.key
        self._record = record
        self._unfit = None if record is None else record.unfit(asked.key)
        self.findings = proof_findings(connection, journal, asked.known)
        self.gaps = proof_gaps(connection, journal, asked.known, self.findings, key_named=key_named)
        if record is not None:
            # It is no journal: nobody expects a ledger beside it.
            self.gaps = () if key_named else (ProofGap.NO_KEY,)

    def with_evening(self, found: JournalVerification) -> JournalVerification:
        """Return the verdict, with why an evening has not got the matches that were signed."""
        unfit = self._unfit
        if self._key is not None or unfit is None or unfit.flaw is not EveningFlaw.UNSIGNED:
            return replace(found, evening=unfit)
        return found

    def about_evening(self, found: JournalVerification) -> Iterator[str]:
        """Yield what is known of an evening of which nothing is found to be missing."""
        record = self._record
        if found.evening is not None or record is None or not record.is_evening:
            return
        if self._unfit is not None or record.contents is None:
            yield unsigned_evening()
        else:
            yield evening_holds(record.contents.time)


def gap_sentences(gaps: Collection[ProofGap], how_to_name_the_key: str) -> list[str]:
    """Return what nobody can tell, a sentence each; the last one says how to name the key."""
    how = [how_to_name_the_key] if ProofGap.NO_KEY in gaps else []
    return [*map(gap_in_words, gaps), *how]


def verdict_sentences(found: JournalVerification, file: object) -> list[str]:
    """Return the verdicts for people, a sentence each."""
    return found.sentences or [tr("no match yet in {journal}", journal=file)]
