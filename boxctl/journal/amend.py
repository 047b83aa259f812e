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
    tampered_with,
    unreadable,
)
from boxctl.journal.proof.keys import key_beside
from boxctl.journal.proof.signed_heads import SignedHead, keep, kept, sign, signed_breaks
from boxctl.journal.query import reading
from boxctl.journal.recorded_match import RecordedMatch


def add_signature(journal: Path, match: RecordedMatch) -> SignedHead:
    """Sign the head of this match with the box's key, and store that in the journal.

    Raises :class:`JournalFault` if the key or the journal cannot be used.
    """
    signed = sign(key_beside(journal), match.head)
    with _adding(journal), closing(open_to_write(journal)) as connection:
        keep(connection, signed)
    return signed


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
    key = key_beside(journal)
    with reading(journal) as connection:
        broken = next(signed_breaks(match, kept(connection, match.number)), None)
    if broken is not None:
        raise tampered_with(broken.match, broken.number)
    appending = Appender(lambda: open_to_write(journal), match.head)
    with _adding(journal), closing(appending):
        appending.append([entry])
        assert appending.head is not None
        signed = sign(key, appending.head)
        keep(appending.connection, signed)
    return signed


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
