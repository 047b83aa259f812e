"""Signed heads: a printed one proves the whole match before it."""

from __future__ import annotations

import sqlite3

from boxctl.journal.disk.appender import Head
from boxctl.journal.proof.keys import BoxKey, is_signed
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class SignedHead:
    """A head, the public key of the box that signed it, and its signature."""

    head: Head
    key: bytes
    signature: bytes

    @property
    def holds(self) -> bool:
        """Return whether the signature is that of the key."""
        return is_signed(self.head, self.key, self.signature)


def sign(key: BoxKey, head: Head) -> SignedHead:
    """Sign a head."""
    return SignedHead(head, key.public, key.sign(head))


def keep(connection: sqlite3.Connection, signed: SignedHead) -> None:
    """Store a signed head in the journal. Raises sqlite3.Error."""
    head = signed.head
    connection.execute(
        "INSERT OR REPLACE INTO head (match, entries, hash, key, signature) VALUES (?, ?, ?, ?, ?)",
        (head.match, head.entries, head.hash, signed.key, signed.signature),
    )


def forget(connection: sqlite3.Connection, head: Head, key: bytes) -> None:
    """Remove the signature of this head by this key. Raises sqlite3.Error."""
    connection.execute(
        "DELETE FROM head WHERE match = ? AND entries = ? AND hash = ? AND key = ?",
        (head.match, head.entries, head.hash, key),
    )


def kept(connection: sqlite3.Connection, match: int) -> list[SignedHead]:
    """Return the signed heads of a match that the journal has, the shortest first."""
    found = connection.execute(
        "SELECT entries, hash, key, signature FROM head WHERE match = ? ORDER BY entries", (match,)
    )
    return [
        SignedHead(Head(match, entries, hash), key, signature)
        for entries, hash, key, signature in found
    ]
