"""Gaps: what nobody can tell of a journal from the files beside it.

They are no faults: a copy need not have the key and the ledger beside it. But whoever reads it has
to know.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable
from enum import Enum, auto
from pathlib import Path

from boxctl.journal.proof.findings import LedgerLost, ProofFinding
from boxctl.journal.proof.journal_identity import identity_of
from boxctl.journal.proof.keys import path_of_key
from boxctl.journal.proof.ledger import usable_ledger
from boxctl.journal.proof.listed_heads import names_of_before


class ProofGap(Enum):
    """A thing that nobody can tell."""

    NO_KEY = auto()
    """Whether the box wrote any of it: no key of the box is known."""
    KEY_OF_LEDGER = auto()
    """Whether the key is that of the box: it has signed the ledger, and there is no other."""
    NO_LEDGER = auto()
    """Whether it is the newest copy: there is no ledger beside it."""
    NOT_LISTED = auto()
    """The same: the ledger beside it knows nothing of it."""
    NO_NUMBER = auto()
    """The same: it is of a version that gave no number to journals."""


def proof_gaps(
    connection: sqlite3.Connection,
    journal: Path,
    keys: Collection[bytes],
    findings: Iterable[ProofFinding],
    *,
    key_named: bool = False,
) -> tuple[ProofGap, ...]:
    """Return what cannot be told of a journal of which this was found.

    ``keys`` are those that the box is known to have; ``key_named`` means that people have named
    the key themselves.
    """
    if not keys and not key_named:
        return (ProofGap.NO_KEY,)
    found = []
    if not key_named and not os.path.lexists(path_of_key(journal)):
        found.append(ProofGap.KEY_OF_LEDGER)
    if not any(isinstance(finding, LedgerLost) for finding in findings):
        found += _of_ledger(connection, journal)
    return tuple(found)


def _of_ledger(connection: sqlite3.Connection, journal: Path) -> list[ProofGap]:
    if connection.execute("SELECT 1 FROM entry LIMIT 1").fetchone() is None:
        return []
    ledger = usable_ledger(journal)
    if ledger is None:
        return [ProofGap.NO_LEDGER]
    identity = identity_of(connection, journal)
    if ledger.lists(identity) or names_of_before(connection, ledger):
        return []
    return [ProofGap.NOT_LISTED if identity.numbers else ProofGap.NO_NUMBER]
