"""The keys that a box is known to have."""

from __future__ import annotations

import os
from pathlib import Path

from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.keys import known_key, path_of_next_key
from boxctl.journal.proof.ledger import usable_ledger


def known_keys(journal: Path) -> frozenset[bytes]:
    """Return the public key of the box whose journal this is, and those that it has followed.

    While an exchange that was cut short is not finished, the key to come is one of them. There is
    none without a key beside the journal. Raises :class:`JournalFault` (BX608) if that cannot be
    used.
    """
    key = known_key(journal)
    if key is None:
        return frozenset()
    ledger = usable_ledger(journal)
    if ledger is None:
        return frozenset({key})
    following = keys_of_ledger(journal) if os.path.lexists(path_of_next_key(journal)) else ()
    coming = following if key in following else ()
    return frozenset({key, *ledger.keys_before(key), *coming})


def usable_keys(journal: Path) -> frozenset[bytes]:
    """Return what :func:`known_keys` does; none if the key cannot be used."""
    try:
        return known_keys(journal)
    except JournalFault:
        return frozenset()


def keys_of_ledger(journal: Path) -> frozenset[bytes]:
    """Return the key that has signed the ledger beside the journal, and those it has followed.

    For a copy that has the ledger and not the key. It proves less: anybody can sign a ledger.
    """
    ledger = usable_ledger(journal)
    if ledger is None:
        return frozenset()
    try:
        key = bytes.fromhex(ledger.key)
    except ValueError:
        return frozenset()
    return frozenset({key} | ledger.keys_before(key)) if ledger.is_signed_by([key]) else frozenset()
