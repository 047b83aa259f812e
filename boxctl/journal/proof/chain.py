"""The chain of a match, and the number by which its journal is known.

Each entry's hash includes the hash of the entry before it. So the last hash, the head, stands for
the whole match: no byte of it can be changed, and no entry removed, inserted or exchanged, without
another head.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from boxctl.journal.disk.schema import LAST_MATCH, SPAN, entry_id, ids_of
from boxctl.journal.entries import NO_MATCHES, TOURNAMENT
from boxctl.journal.faults import Damaged
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

# By Python's own module: that of hashlib loads the library of OpenSSL, 3.6 MB of memory, and a box
# that waits at a table has to be small. Entries are short, so it hardly takes longer.
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


def kind_of_record(connection: sqlite3.Connection, number: int) -> str | None:
    """Return the kind of the first entry of a record; None if that is not there."""
    found = connection.execute("SELECT kind FROM entry WHERE id = ?", (ids_of(number)[0],))
    row = found.fetchone()
    return None if row is None else row[0]


def is_tournament(connection: sqlite3.Connection, number: int) -> bool:
    """Return whether a record is one of a tournament, by the kind of its first entry."""
    return kind_of_record(connection, number) == TOURNAMENT


def is_no_match(connection: sqlite3.Connection, number: int) -> bool:
    """Return whether a record is one of a tournament or a stall, by its first entry."""
    return kind_of_record(connection, number) in NO_MATCHES


def last_match_head(connection: sqlite3.Connection, below: int) -> Head | None:
    """Return the head of the last match with a lower number; None if there is none."""
    end = ids_of(below)[0]
    while True:
        (id,) = connection.execute("SELECT max(id) FROM entry WHERE id < ?", (end,)).fetchone()
        if id is None:
            return None
        if not is_no_match(connection, id // SPAN):
            return head_of(connection, id // SPAN)
        end = ids_of(id // SPAN)[0]


def has_entry_of(connection: sqlite3.Connection, head: Head) -> bool:
    """Return whether the journal has the last entry of this head, as it was."""
    found = connection.execute(
        "SELECT hash FROM entry WHERE id = ?", (entry_id(head.match, head.entries - 1),)
    ).fetchone()
    return found is not None and bool(found[0] == head.hash)


JOURNAL_BYTES = 8
"""The length of the number of a journal."""

_SIGNATURES = 1000
"""How many of the newest signatures are asked for their journal."""


@frozen_dataclass
class JournalIdentity:
    """The name of a journal's file, and its own ``number``, empty for one of before.

    The number is drawn at random for the first match, and each header takes it from the one before.
    A journal that was tampered with can name several ``numbers``.
    """

    file: str
    number: str
    numbers: frozenset[str]


def identity_of(connection: sqlite3.Connection, journal: Path) -> JournalIdentity:
    """Return the identity that a journal states: its own number, and all that its ends name.

    Somebody can write another header behind the last signature, or take signatures away: so both
    are asked.
    """
    ends = connection.execute("SELECT min(id), max(id) FROM entry").fetchone()
    signed = connection.execute(
        "SELECT DISTINCT journal FROM (SELECT journal FROM head ORDER BY match DESC LIMIT ?)",
        (_SIGNATURES,),
    )
    headers = [journal_number(connection, id // SPAN) for id in ends if id is not None]
    numbers = {number for (number,) in signed if is_journal_number(number)} | {*headers} - {""}
    return JournalIdentity(journal.name, headers[-1] if headers else "", frozenset(numbers))


def journal_number(connection: sqlite3.Connection, match: int) -> str:
    """Return the number of the journal in the header of a match; empty if it has none."""
    found = connection.execute("SELECT body FROM entry WHERE id = ?", (ids_of(match)[0],))
    try:
        return journal_of(json.loads(found.fetchone()[0]))
    except (ValueError, TypeError, RecursionError):
        return ""


def journal_of(header: object) -> str:
    """Return the number of the journal that a header names; empty if it names none."""
    found = header.get("journal") if isinstance(header, dict) else None
    return found if isinstance(found, str) and is_journal_number(found) else ""


def is_journal_number(text: object) -> bool:
    """Return whether this could be the number of a journal."""
    if not isinstance(text, str):
        return False
    return len(text) == 2 * JOURNAL_BYTES and set(text) <= set("0123456789abcdef")
