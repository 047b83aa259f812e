"""The keys that a box is known to have."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.proof.keys import known_key
from boxctl.journal.proof.ledger import LedgerUnreadable, read_ledger


def known_keys(journal: Path) -> frozenset[bytes]:
    """Return the public key of the box whose journal this is, and those that it has followed.

    There is none without a key beside the journal. Raises :class:`JournalFault` (BX608) if that
    cannot be used.
    """
    key = known_key(journal)
    if key is None:
        return frozenset()
    try:
        ledger = read_ledger(journal)
    except LedgerUnreadable:
        ledger = None
    return frozenset({key} | (ledger.keys_before(key) if ledger is not None else frozenset()))
