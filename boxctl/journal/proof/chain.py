"""The chain of a match: each entry's hash includes the hash of the entry before it.

So the last hash, the head, stands for the whole match: no byte of it can be changed, and no entry
removed, inserted or exchanged, without another head.
"""

from __future__ import annotations

import sqlite3

from boxctl.journal.disk.schema import LAST_MATCH, SPAN, entry_id, ids_of
from boxctl.journal.faults import Damaged
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

try:
    from _sha2 import sha256  # type: ignore[import-not-found]  # Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:  # a Python that was built without its own
        from hashlib import sha256


def sha256_of(data: bytes) -> bytes:
    """Return the SHA-256 of ``data``, 32 bytes."""
    digest: bytes = sha256(data).digest()
    return digest


GENESIS = bytes(32)
"""Stands for the hash before the first entry of a match."""


def link(before: bytes, match: int, number: int, kind: str, body: str) -> bytes:
    """Return the hash of an entry, 32 bytes; ``before`` is that of the entry before it.

    ``kind`` is a word without spaces, so that no two entries are hashed alike. What was no text in
    the file, and is read with surrogate escapes, is hashed as the bytes that it is.
    """
    entry = f"{match} {number} {kind} {body}".encode(errors="surrogateescape")
    return sha256_of(before + entry)


@frozen_dataclass
class Head:
    """The head of a match: how many entries it has, and the hash of the last."""

    match: int
    entries: int
    hash: bytes


def last_head(connection: sqlite3.Connection) -> Head | None:
    """Return the head of the last match in the journal; None if there is no match.

    Raises :class:`Damaged` if no match can follow it: its number or its hash is none.
    """
    row = connection.execute("SELECT id, hash FROM entry ORDER BY id DESC LIMIT 1").fetchone()
    if row is None:
        return None
    head = Head(row[0] // SPAN, row[0] % SPAN + 1, row[1])
    if not (0 < head.match < LAST_MATCH and isinstance(head.hash, bytes)):
        raise Damaged(tr("its last entry is not one of a match: its key is {key}", key=row[0]))
    return head


def head_of(connection: sqlite3.Connection, match: int) -> Head | None:
    """Return the head of a match; None if there is no such match."""
    row = connection.execute(
        "SELECT id, hash FROM entry WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1",
        ids_of(match),
    ).fetchone()
    return None if row is None else Head(match, row[0] % SPAN + 1, row[1])


def has_entry_of(connection: sqlite3.Connection, head: Head) -> bool:
    """Return whether the journal has the last entry of this head, as it was."""
    found = connection.execute(
        "SELECT hash FROM entry WHERE id = ?", (entry_id(head.match, head.entries - 1),)
    ).fetchone()
    return found is not None and bool(found[0] == head.hash)
