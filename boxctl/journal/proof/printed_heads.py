"""A head as people keep it on paper: ``BOXCTL:3:118:HASH:KEY:SIGNATURE:JOURNAL:COUNTER:TIME``.

The match, the number of its entries, the hash of the last, the box's public key and its
signature, then what else is signed: the journal's number, the counter and the time, as in
``20261121T201500.000Z``. All are letters and figures that every font and every QR code has. From
the key on everything may be missing: then the head proves the match, and not which box has
played it. Heads of earlier versions end with the signature.

A journal is compared with the heads that the ledger of its box's key lists: it must have them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection
from datetime import datetime
from typing import TypedDict

from boxctl.journal.disk.schema import SPAN
from boxctl.journal.proof.chain import JOURNAL_BYTES, Head, JournalIdentity, has_entry_of
from boxctl.journal.proof.keys import KEY_BYTES
from boxctl.journal.proof.ledger import Ledger, LedgerHead
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead, counting_keys
from groundwork.frozen_dataclass import frozen_dataclass

BEGINS = "BOXCTL"
"""The first word of whatever is printed as a proof."""
_QR_CODE = re.compile(r"[^\x00-\x7F].*", re.DOTALL)
NO_NUMBER = "-"
"""Stands for the number of a journal that has none."""
_GROUP = 8
"""How many digits stand together where people read them."""
HASH_BYTES = 32
SIGNATURE_BYTES = 64


class NoHead(ValueError):
    """The text is not a printed head."""


@frozen_dataclass
class BareHash:
    """The last hash alone: it only proves that a match has an entry with it somewhere."""

    hash: bytes


PrintedHead = Head | SignedHead | BareHash


class HeadData(TypedDict):
    """A signed head; ``entries`` is how many it covers, ``hash`` that of the last.

    Hashes, keys and signatures are hexadecimal digits.
    """

    entries: int
    hash: str
    key: str
    signature: str
    journal: str | None
    counter: int | None
    time: str | None


def as_data(signed: SignedHead) -> HeadData:
    """Return a signed head as data for JSON; what it lacks without a stamp is None."""
    stamp = signed.stamp
    return {
        "entries": signed.head.entries,
        "hash": signed.head.hash.hex(),
        "key": signed.key.hex(),
        "signature": signed.signature.hex(),
        "journal": None if stamp is None else stamp.journal,
        "counter": None if stamp is None else stamp.counter,
        "time": None if stamp is None else stamp.time,
    }


def as_text(signed: SignedHead) -> str:
    """Return the head on one line, as it is printed; :func:`read_head` reads it back."""
    head, stamp = signed.head, signed.stamp
    parts = [head.hash.hex(), signed.key.hex(), signed.signature.hex()]
    if stamp is not None:
        parts += [stamp.journal or NO_NUMBER, str(stamp.counter), plain_time(stamp.time)]
    return f"{BEGINS}:{head.match}:{head.entries}:{':'.join(parts).upper()}"


def plain_time(time: str) -> str:
    """Return a time of day (UTC) as it is printed; :func:`moment_in` reads it back."""
    return "".join(character for character in time if character not in "-:")


def bare_text(head: Head) -> str:
    """Return a head without key and signature on one line: it proves the match, not its box."""
    return f"{BEGINS}:{head.match}:{head.entries}:{head.hash.hex().upper()}"


def on_lines(text: str) -> str:
    """Return a printed head on lines short enough for any terminal and sheet of paper.

    Digits stand in groups, so that whoever compares or types them finds the place again.
    """
    begins, match, entries, hash, key, signature, *stamp = text.split(":")
    half = len(signature) // 2
    first, second = _in_groups(signature[:half]), _in_groups(signature[half:])
    lines = [f"{begins}:{match}:{entries}:", f"{_in_groups(hash)}:", f"{_in_groups(key)}:", first]
    lines.append(f"{second}:" if stamp else second)
    return "\n".join([*lines, ":".join(stamp)] if stamp else lines)


def _in_groups(digits: str) -> str:
    return " ".join(digits[at : at + _GROUP] for at in range(0, len(digits), _GROUP))


def read_head(text: str) -> PrintedHead:
    """Read a head that people have typed, scanned or copied with all that ``boxctl head`` prints.

    Spaces, line ends and case do not matter, nor the words before the head and a QR code behind
    it. A hash alone is a head, too. Raises :class:`NoHead`.
    """
    plain = head_in("".join(text.split()).upper())
    first, *parts = plain.split(":")
    if not parts:
        return BareHash(bytes_in(plain, HASH_BYTES))
    if first != BEGINS or len(parts) not in (3, 5, 8):
        raise NoHead
    head = Head(count_in(parts[0]), count_in(parts[1]), bytes_in(parts[2], HASH_BYTES))
    if len(parts) == 3:
        return head
    key, signature = bytes_in(parts[3], KEY_BYTES), bytes_in(parts[4], SIGNATURE_BYTES)
    return SignedHead(head, key, signature, _stamp(*parts[5:]) if len(parts) == 8 else None)


def head_in(plain: str) -> str:
    """Leave out the line that names the match, and the signs of a QR code behind the head."""
    # A player's name may look like the beginning of a head: the head comes after it.
    _before, begins, head = plain.rpartition(f"{BEGINS}:")
    if not begins:
        return plain
    return begins + _QR_CODE.sub("", head)


def read_key(text: str) -> bytes:
    """Read a public key in hexadecimal. Raises :class:`NoHead`."""
    return bytes_in("".join(text.split()).upper(), KEY_BYTES)


def _stamp(journal: str, counter: str, time: str) -> HeadStamp:
    number = "" if journal == NO_NUMBER else bytes_in(journal, JOURNAL_BYTES).hex()
    return HeadStamp(number, count_in(counter), moment_in(time))


def moment_in(time: str) -> str:
    """Read a printed time of day. Raises :class:`NoHead`."""
    try:
        moment = datetime.strptime(time, "%Y%m%dT%H%M%S.%fZ")
    except ValueError:
        raise NoHead from None
    return f"{moment.isoformat(timespec='milliseconds')}Z"


def count_in(digits: str) -> int:
    """Read a printed number, from 1 on. Raises :class:`NoHead`."""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise NoHead
    number = int(digits)
    if not 0 < number <= SPAN:
        raise NoHead
    return number


def bytes_in(digits: str, length: int) -> bytes:
    """Read so many bytes in hexadecimal digits. Raises :class:`NoHead`."""
    if len(digits) != 2 * length:
        raise NoHead
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise NoHead from None


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
