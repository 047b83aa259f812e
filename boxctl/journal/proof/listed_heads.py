"""Compare a journal with what the ledger of its box's key lists of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from boxctl.journal.disk.appender import has_entry_of
from boxctl.journal.proof.journal_identity import JournalIdentity
from boxctl.journal.proof.ledger import Ledger, LedgerHead
from boxctl.journal.proof.signed_heads import counting_keys


def heads_to_have(
    connection: sqlite3.Connection, ledger: Ledger, journal: JournalIdentity
) -> tuple[LedgerHead, ...]:
    """Return the heads that a journal must have: those that were signed in it.

    If it is not listed by its number, a ledger of before can know it by another name.
    """
    known = ledger.of(journal)
    if ledger.lists(journal):
        return known
    by_name = ledger.of_places(names_of_before(connection, ledger))
    return tuple(dict.fromkeys((*known, *by_name)))


def names_of_before(connection: sqlite3.Connection, ledger: Ledger) -> tuple[str, ...]:
    """Return the file names under which a journal is listed: it has one of their heads."""
    return tuple(
        name
        for name in ledger.file_names
        if any(has_entry_of(connection, signed.head) for signed in ledger.of_places([name]))
    )


def is_unlisted(
    connection: sqlite3.Connection,
    ledger: Ledger,
    journal: JournalIdentity,
    keys: Collection[bytes] = (),
) -> bool:
    """Return whether one of these keys has signed in a journal that the ledger knows nothing of.

    Before a key signs in a journal, the journal is listed. Without ``keys`` those that the ledger
    names count.
    """
    if ledger.lists(journal):
        return False
    signers = {key.hex() for key in keys} or ledger.named_keys
    if signers.isdisjoint(key.hex() for key in counting_keys(connection)):
        return False
    return not names_of_before(connection, ledger)


def missing_heads(
    connection: sqlite3.Connection, heads: tuple[LedgerHead, ...]
) -> tuple[LedgerHead, ...]:
    """Return the heads whose entries the journal has not got, or has otherwise."""
    return tuple(signed for signed in heads if not has_entry_of(connection, signed.head))
