"""Signed heads: a printed one proves the whole match before it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator

from boxctl.journal.disk.schema import SPAN
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.integrity import BreakReason, ChainBreak, head_break
from boxctl.journal.proof.keys import BoxKey, is_signed
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.frozen_dataclass import frozen_dataclass

_COLUMNS = "match, entries, hash, key, signature, journal, counter, time"
_HEADS = f"SELECT {_COLUMNS} FROM head"

_NEWEST = 1000
"""Only so many of the newest heads are compared: a start has to be fast."""

_TRIED = 100
"""The signatures that are checked at most: anybody can write thousands that do not hold."""


@frozen_dataclass
class HeadStamp:
    """The data that are signed with a head: the journal, and the time of the signature.

    ``journal`` is the journal's own number, empty for a match that has none; ``counter`` counts the
    signatures of this key in this journal, ``time`` is the time of day (UTC).
    """

    journal: str
    counter: int
    time: str


@frozen_dataclass
class SignedHead:
    """A head, the public key of the box that signed it, and its signature.

    The signatures of earlier versions have no ``stamp``.
    """

    head: Head
    key: bytes
    signature: bytes
    stamp: HeadStamp | None = None

    @property
    def holds(self) -> bool:
        """Return whether the signature is that of the key."""
        return is_signed(head_message(self.head, self.stamp), self.key, self.signature)


def head_message(head: Head, stamp: HeadStamp | None) -> bytes:
    """Return the bytes that a key signs for a head."""
    signed = f"boxctl match {head.match} {head.entries} {head.hash.hex()}"
    if stamp is not None:
        signed += f" journal {stamp.journal} {stamp.counter} {stamp.time}"
    # What was no text in the file was never signed.
    return signed.encode(errors="surrogateescape")


def sign(key: BoxKey, head: Head, stamp: HeadStamp) -> SignedHead:
    """Sign a head."""
    return SignedHead(head, key.public, key.sign(head_message(head, stamp)), stamp)


def keep(connection: sqlite3.Connection, signed: SignedHead) -> None:
    """Store a signed head in the journal, if it has none of this key there. Raises sqlite3.Error.

    What was signed earlier stays, also by another key.
    """
    head, stamp = signed.head, signed.stamp
    stamped = (None, None, None) if stamp is None else (stamp.journal, stamp.counter, stamp.time)
    connection.execute(
        f"INSERT INTO head ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (head.match, head.entries, head.hash, signed.key, signed.signature, *stamped),
    )


def forget(connection: sqlite3.Connection, head: Head, key: bytes) -> None:
    """Remove the signature of this head by this key. Raises sqlite3.Error."""
    connection.execute(
        "DELETE FROM head WHERE match = ? AND entries = ? AND hash = ? AND key = ?",
        (head.match, head.entries, head.hash, key),
    )


def kept(connection: sqlite3.Connection, match: int) -> list[SignedHead]:
    """Return the signed heads of a match that the journal has, the shortest first."""
    found = connection.execute(f"{_HEADS} WHERE match = ? ORDER BY entries", (match,))
    return [_signed_head(row) for row in found]


def _signed_head(row: tuple[int, int, bytes, bytes, bytes, str, int | None, str]) -> SignedHead:
    match, entries, hash, key, signature, journal, counter, time = row
    stamp = None if counter is None else HeadStamp(journal, counter, time)
    return SignedHead(Head(match, entries, hash), key, signature, stamp)


def entries_signed(
    match: RecordedMatch, heads: Iterable[SignedHead], keys: Collection[bytes]
) -> int:
    """Return how many entries of a match one of these keys has signed, as they are; 0 for none."""
    signed = (head for head in heads if head.key in keys and is_sound(head))
    fitting = (head.head.entries for head in signed if head_break(match, head.head) is None)
    return max(fitting, default=0)


def highest_counter(connection: sqlite3.Connection, key: bytes) -> int:
    """Return the counter of this key's last signature in the journal; 0 if it has none.

    Anybody can write a row with a higher one, so only signatures that hold count.
    """
    found = connection.execute(
        f"{_HEADS} WHERE key = ? AND typeof(counter) = 'integer' ORDER BY counter DESC LIMIT ?",
        (key, _TRIED),
    )
    heads = map(_signed_head, found)
    return next((head.stamp.counter for head in heads if head.stamp and is_sound(head)), 0)


def is_from_before_ledgers(connection: sqlite3.Connection, keys: Collection[bytes] = ()) -> bool:
    """Return whether there are signatures, and none has a counter: boxctl kept no ledger then.

    With ``keys`` one of them has to have made one of the first of them.
    """
    (signed, counted) = connection.execute("SELECT count(*), count(counter) FROM head").fetchone()
    if not signed or counted:
        return False
    found = connection.execute(f"{_HEADS} LIMIT ?", (_TRIED,))
    return not keys or any(head.key in keys and is_sound(head) for head in map(_signed_head, found))


def counting_keys(connection: sqlite3.Connection) -> list[bytes]:
    """Return the keys whose signatures in the journal are counted, as since there are ledgers."""
    found = connection.execute("SELECT DISTINCT key FROM head WHERE counter IS NOT NULL")
    return [key for (key,) in found if isinstance(key, bytes)]


def signing_keys(connection: sqlite3.Connection) -> list[bytes]:
    """Return the keys that have signed in the journal, that of the newest match last."""
    found = connection.execute(
        "SELECT key FROM head GROUP BY key ORDER BY max(match), max(entries)"
    )
    return [key for (key,) in found if isinstance(key, bytes)]


def matches_with_unfit_heads(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Return the matches of which an entry that was signed is missing or another, in order.

    Only the newest heads count, and no signature is checked.
    """
    found = connection.execute(
        "SELECT DISTINCT signed.match FROM "
        "(SELECT match, entries, hash FROM head ORDER BY match DESC LIMIT ?) AS signed "
        "LEFT JOIN entry ON entry.id = signed.match * ? + signed.entries - 1 "
        "WHERE entry.hash IS NOT signed.hash",
        (_NEWEST, SPAN),
    )
    return tuple(sorted(match for (match,) in found if isinstance(match, int)))


def signed_breaks(match: RecordedMatch, heads: Iterable[SignedHead]) -> Iterator[ChainBreak]:
    """Yield where a match with a sound chain is another than the one whose heads were signed.

    A signature that does not hold is such a place, too.
    """
    for signed in heads:
        if is_well_made(signed) and not is_sound(signed):
            yield _wrong_signature(match)
        elif signed.stamp is not None and signed.stamp.journal != match.journal:
            yield ChainBreak(match.number, signed.head.entries - 1, BreakReason.OTHER_JOURNAL)
        else:
            yield from heads_breaks(match, [signed])


def heads_breaks(match: RecordedMatch, heads: Iterable[SignedHead]) -> Iterator[ChainBreak]:
    """Yield the breaks of :func:`signed_breaks`, whoever has signed: fast, and no proof."""
    for signed in heads:
        if not is_well_made(signed):
            yield _wrong_signature(match)
        elif (broken := head_break(match, signed.head)) is not None:
            yield broken


def _wrong_signature(match: RecordedMatch) -> ChainBreak:
    return ChainBreak(match.number, len(match.entries) - 1, BreakReason.SIGNATURE_WRONG)


def is_sound(signed: SignedHead) -> bool:
    """Return whether a head is well made and its signature holds."""
    return is_well_made(signed) and signed.holds


def is_well_made(signed: SignedHead) -> bool:
    """Return whether a head has sane values; the file may have been tampered with."""
    entries: object = signed.head.entries
    parts: tuple[object, ...] = (signed.head.hash, signed.key, signed.signature)
    counted = isinstance(entries, int) and entries > 0
    return counted and all(isinstance(part, bytes) for part in parts) and _can_be(signed.stamp)


def _can_be(stamp: HeadStamp | None) -> bool:
    if stamp is None:
        return True
    counter: object = stamp.counter
    texts: tuple[object, ...] = (stamp.journal, stamp.time)
    counted = type(counter) is int and 0 < counter <= SPAN
    return counted and all(isinstance(text, str) for text in texts)
