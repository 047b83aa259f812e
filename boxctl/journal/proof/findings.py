"""Findings: differences between a journal and what its box has signed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection
from pathlib import Path

from boxctl.journal.proof.journal_identity import identity_of
from boxctl.journal.proof.keys import path_of_key
from boxctl.journal.proof.ledger import (
    LedgerHead,
    LedgerUnreadable,
    path_of_ledger,
    read_ledger,
)
from boxctl.journal.proof.ledger_loss import LedgerLoss
from boxctl.journal.proof.listed_heads import heads_to_have, is_unlisted, missing_heads
from boxctl.journal.proof.signed_heads import is_from_before_ledgers, matches_with_unfit_heads
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class HeadsUnfit:
    """The journal lacks entries that were signed in these matches, or has others; in order."""

    matches: tuple[int, ...]


@frozen_dataclass
class OlderThanKey:
    """The journal lacks heads that the box's key has signed in it."""

    gone: tuple[LedgerHead, ...]

    @property
    def last(self) -> LedgerHead:
        """The head that was signed last."""
        return max(self.gone, key=lambda signed: signed.counter)


@frozen_dataclass
class LedgerLost:
    """The key's ledger cannot tell what was signed."""

    ledger: Path
    why: LedgerLoss


ProofFinding = HeadsUnfit | OlderThanKey | LedgerLost


def proof_findings(
    connection: sqlite3.Connection, journal: Path, keys: Collection[bytes] = ()
) -> tuple[ProofFinding, ...]:
    """Compare a journal with the heads in it and in the ledger.

    With the ``keys`` of the box the ledger has to be signed by one of them; else no signature is
    checked, which is fast.
    """
    gone: tuple[LedgerHead, ...] = ()
    found: list[ProofFinding] = []
    try:
        ledger = read_ledger(journal)
    except LedgerUnreadable:
        found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.UNREADABLE))
    else:
        if ledger is not None and keys and not ledger.is_signed_by(keys):
            found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.NOT_SIGNED))
        elif ledger is not None:
            identity = identity_of(connection, journal)
            heads = heads_to_have(connection, ledger, identity)
            gone = missing_heads(connection, heads)
            if is_unlisted(connection, ledger, identity, keys):
                found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.NOT_LISTED))
        elif _had_ledger(connection, journal, keys):
            found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.MISSING))
    if gone:
        found.append(OlderThanKey(gone))
    unfit = set(matches_with_unfit_heads(connection)) - {signed.head.match for signed in gone}
    if unfit:
        found.append(HeadsUnfit(tuple(sorted(unfit))))
    return tuple(found)


def _had_ledger(connection: sqlite3.Connection, journal: Path, keys: Collection[bytes]) -> bool:
    """Return whether there must have been a ledger: a key is made together with one.

    The first start after an update from a version without ledgers makes it.
    """
    if not os.path.lexists(path_of_key(journal)):
        return False
    return not is_from_before_ledgers(connection, keys)


def without_match(finding: ProofFinding, match: int) -> ProofFinding | None:
    """Return what a finding says of other matches; None if it says nothing of them."""
    if isinstance(finding, HeadsUnfit):
        others = tuple(number for number in finding.matches if number != match)
        return HeadsUnfit(others) if others else None
    if isinstance(finding, OlderThanKey):
        gone = tuple(signed for signed in finding.gone if signed.head.match != match)
        return OlderThanKey(gone) if gone else None
    return finding
