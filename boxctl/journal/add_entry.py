"""Add to a record later: a signature of its head, or an entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import is_damage, open_to_write, refused
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import entry_of, time_of_day
from boxctl.journal.faults import (
    Damaged,
    JournalFault,
    being_played,
    ledger_lost,
    older_than_key,
    tampered_with,
    unreadable,
)
from boxctl.journal.proof.findings import LedgerLost, OlderThanKey, proof_findings, unsigned_entries
from boxctl.journal.proof.head_signer import HeadSigner
from boxctl.journal.proof.keys import BoxKey, key_beside
from boxctl.journal.proof.ledger import known_keys
from boxctl.journal.proof.signed_heads import (
    SignedHead,
    entries_signed,
    kept,
    signed_breaks,
    signing_keys,
)
from boxctl.journal.query import read_sound_match, reading
from boxctl.journal.recorded_match import RecordedMatch


def add_signature(journal: Path, match: RecordedMatch) -> SignedHead:
    """Sign the head of this match with the box's key, and store that in the journal.

    If this key has signed that head, return that signature. Raises :class:`JournalFault` if the
    key or the journal cannot be used.
    """
    signer = _ready_signer(journal)
    with _failures_as_faults(journal), closing(open_to_write(journal)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for signed in kept(connection, match.number):
            if signed.head == match.head and signed.key == signer.public and signed.holds:
                return signed
        signer.seal(connection, match.head)
        connection.execute("COMMIT")
    signer.remember()
    assert signer.last is not None
    return signer.last


def key_to_sign_with(journal: Path) -> BoxKey:
    """Return the key with which this journal may be signed.

    Raises :class:`JournalFault`: BX608 for the key, BX613 for a journal that is older than its key.
    """
    _ready_signer(journal)
    return key_beside(journal)


@contextmanager
def holding(
    journal: Path, number: int, is_held: Callable[[int], JournalFault] = being_played
) -> Iterator[None]:
    """Hold a record so that nobody else adds to it meanwhile.

    Raises :class:`JournalFault` (BX609) if somebody does: ``is_held`` says of what kind it is.
    """
    with _failures_as_faults(journal):
        played = MatchLock(journal)
    try:
        if not played.take(number):
            raise is_held(number)
        yield
    finally:
        played.close()


def add_entry(journal: Path, match: RecordedMatch, *added: Entry) -> SignedHead:
    """Add entries to a match held with :func:`holding`, and sign the new head.

    Before them entries say that the key is new to the journal, and what no key of this box had
    signed of the match, if so.
    Raises :class:`JournalFault` if the key or the journal cannot be used, or if the match is not
    as it was signed (BX611); then nothing is added.
    """
    with reading(journal) as connection:
        broken = next(signed_breaks(match, kept(connection, match.number)), None)
    if broken is not None:
        raise tampered_with(broken.match, broken.number)
    signer = _ready_signer(journal)
    before = [*_new_key(journal, signer), *_unsigned(journal, match)]
    appending = Appender(lambda: open_to_write(journal), match.head, seal=signer.seal)
    with _failures_as_faults(journal), closing(appending):
        appending.append([*before, *added])
    signer.remember()
    assert signer.last is not None
    return signer.last


def add_first_entry(journal: Path, first: Entry) -> int:
    """Add the entry that begins a record, not yet signed, and return the number of the record.

    Raises :class:`JournalFault` if the journal cannot be used.
    """
    appending = Appender(lambda: open_to_write(journal))
    with _failures_as_faults(journal), closing(appending):
        appending.append([first])
        assert appending.head is not None
        return appending.head.match


def take_over(journal: Path, match: RecordedMatch) -> None:
    """Sign a match that another key has signed to its end, as one that goes on here.

    Before that an entry tells of the key, if it is new to the journal. If nobody has signed the
    end, nothing is done: then the next start says what was not signed. Raises like
    :func:`add_entry`.
    """
    with reading(journal) as connection:
        heads, signers = kept(connection, match.number), signing_keys(connection)
    if entries_signed(match, heads, signers) < len(match.entries):
        return
    sign_end(journal, match)


def sign_end(journal: Path, match: RecordedMatch) -> None:
    """Sign the end of a match that nobody plays; an entry before says if the key is new here.

    Raises like :func:`add_entry`.
    """
    signer = _ready_signer(journal)
    if introduction := _new_key(journal, signer):
        appending = Appender(lambda: open_to_write(journal), match.head, seal=signer.seal)
        with _failures_as_faults(journal), closing(appending):
            appending.append(introduction)
        signer.remember()
    else:
        add_signature(journal, match)


def say_what_was_unsigned(journal: Path, number: int) -> bool:
    """Record which entries of a match no key of this box has signed; return whether there are any.

    Raises :class:`JournalFault` like :func:`holding` and
    :func:`add_entry`.
    """
    if not _unsigned(journal, read_sound_match(journal, str(number))):
        return False
    with holding(journal, number):
        add_entry(journal, read_sound_match(journal, str(number)))
    return True


def _new_key(journal: Path, signer: HeadSigner) -> list[Entry]:
    with reading(journal) as connection:
        before = signing_keys(connection)
    if signer.public in before:
        return []
    return [entry_of(signer.introduction(before, time_of_day()))]


def _unsigned(journal: Path, match: RecordedMatch) -> list[Entry]:
    with reading(journal) as connection:
        heads = kept(connection, match.number)
    return unsigned_entries(match, heads, known_keys(journal), time_of_day())


def _ready_signer(journal: Path) -> HeadSigner:
    """Return a signer with its key.

    Raises :class:`JournalFault`: BX608 for the key, BX613 for a journal that is older than its key.
    """
    signer = HeadSigner(journal, time_of_day)
    with reading(journal) as connection:
        for finding in proof_findings(connection, journal, known_keys(journal)):
            if isinstance(finding, OlderThanKey):
                raise older_than_key(finding.last.head.match, finding.last.head.entries - 1)
            if isinstance(finding, LedgerLost):
                raise ledger_lost(finding.ledger)
        if signer.prepare() and signer.list_journal(connection):
            return signer
    assert signer.fault is not None
    raise signer.fault


@contextmanager
def _failures_as_faults(journal: Path) -> Iterator[None]:
    try:
        yield
    except Damaged as damage:
        raise unreadable(journal, damage) from damage
    except sqlite3.Error as problem:
        if is_damage(problem):
            raise unreadable(journal, problem) from problem
        raise refused(journal, problem) from problem
    except OSError as problem:
        raise refused(journal, problem) from problem
