"""Add to a record later: a signature of its head, or an entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import is_damage, open_to_write
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.entries import Entry
from boxctl.journal.faults import (
    Damaged,
    being_played,
    not_to_be_opened,
    older_than_key,
    tampered_with,
    unreadable,
)
from boxctl.journal.proof.findings import OlderThanKey, proof_findings
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.signed_heads import SignedHead, kept, signed_breaks
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.utc import time_of_day


def add_signature(journal: Path, match: RecordedMatch) -> SignedHead:
    """Sign the head of this match with the box's key, and store that in the journal.

    If this key has signed that head, return that signature. Raises :class:`JournalFault` if the
    key or the journal cannot be used.
    """
    signer = _ready_signer(journal)
    with _adding(journal), closing(open_to_write(journal)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for signed in kept(connection, match.number):
            if signed.head == match.head and signed.key == signer.public and signed.holds:
                return signed
        signer.seal(connection, match.head)
        connection.execute("COMMIT")
    signer.remember()
    assert signer.last is not None
    return signer.last


@contextmanager
def holding(journal: Path, number: int) -> Iterator[None]:
    """Hold a match so that nobody plays it meanwhile.

    Raises :class:`JournalFault` (BX609) if somebody does.
    """
    with _adding(journal):
        played = MatchLock(journal)
    try:
        if not played.take(number):
            raise being_played(number)
        yield
    finally:
        played.close()


def add_entry(journal: Path, match: RecordedMatch, entry: Entry) -> SignedHead:
    """Add an entry to a match held with :func:`holding`, and sign the new head.

    Raises :class:`JournalFault` if the key or the journal cannot be used, or if the match is not
    as it was signed (BX611); then nothing is added.
    """
    with reading(journal) as connection:
        broken = next(signed_breaks(match, kept(connection, match.number)), None)
    if broken is not None:
        raise tampered_with(broken.match, broken.number)
    signer = _ready_signer(journal)
    appending = Appender(lambda: open_to_write(journal), match.head, seal=signer.seal)
    with _adding(journal), closing(appending):
        appending.append([entry])
    signer.remember()
    assert signer.last is not None
    return signer.last


def _ready_signer(journal: Path) -> HeadSigner:
    """Return a signer with its key.

    Raises :class:`JournalFault`: BX608 for the key, BX613 for a journal that is older than its key.
    """
    with reading(journal) as connection:
        findings = proof_findings(connection, journal)
    for finding in findings:
        if isinstance(finding, OlderThanKey):
            raise older_than_key(finding.last.head.match, finding.last.head.entries - 1)
    signer = HeadSigner(journal, time_of_day)
    if not signer.prepare():
        assert signer.fault is not None
        raise signer.fault
    return signer


@contextmanager
def _adding(journal: Path) -> Iterator[None]:
    try:
        yield
    except Damaged as damage:
        raise unreadable(journal, damage) from damage
    except sqlite3.Error as problem:
        known = unreadable if is_damage(problem) else not_to_be_opened
        raise known(journal, problem) from problem
    except OSError as problem:
        raise not_to_be_opened(journal, problem.strerror or problem) from problem
