"""The signed list of an evening's matches, also as it is kept on paper.

The header of each match names the one before it, so a match that was left out between two others
is missed. One left out at the beginning or the end of an evening is missed by this list.

On paper it is ``BOXCTL:EVENING:TIME:LIST:DIGEST:…``. LIST has ``MATCH.ENTRIES.CHECK`` for each
match, with ``/`` between them; a match whose number follows the one before it has
``ENTRIES.CHECK``. CHECK are the first digits of its hash, to name a match that is another. DIGEST
is the SHA-256 of what the box signs for the file of an evening (:func:`statement_of`), which has
all of each hash: whoever has the journal works it out again. The key and its signature of all
that is before them follow; both may be missing. So forty matches fit in a code that a blurred
photograph shows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Protocol

from boxctl.journal.disk.schema import entry_id
from boxctl.journal.proof.chain import Head, head_of, sha256_of
from boxctl.journal.proof.keys import KEY_BYTES, BoxKey, is_signed
from boxctl.journal.proof.printed_heads import (
    BEGINS,
    HASH_BYTES,
    SIGNATURE_BYTES,
    NoHead,
    PrintedHead,
    bytes_in,
    count_in,
    head_in,
    moment_in,
    plain_time,
    read_head,
)
from groundwork.frozen_dataclass import frozen_dataclass

EVENING = "EVENING"
"""Stands where a printed head has the number of its match."""

CHECK_BYTES = 2
"""How much of each hash is printed: enough to name the match of a mistake, and no proof."""


@frozen_dataclass
class ListedHead:
    """The head of a match as it is printed: ``check`` is how its hash begins."""

    match: int
    entries: int
    check: bytes


@frozen_dataclass
class PrintedEvening:
    """The list of the matches of an evening, in the order of their numbers, and its signature.

    ``time`` is the time of day (UTC) of the signature. ``key`` and ``signature`` are empty where
    nobody has signed.
    """

    listed: tuple[ListedHead, ...]
    time: str
    digest: bytes
    key: bytes = b""
    signature: bytes = b""

    @property
    def holds(self) -> bool:
        """Whether the signature is that of the key."""
        return is_signed(_message(self), self.key, self.signature)

    @property
    def matches(self) -> tuple[int, ...]:
        """The numbers of the matches."""
        return tuple(head.match for head in self.listed)


def evening_of_heads(heads: Sequence[Head], time: str, key: BoxKey | None) -> PrintedEvening:
    """List these heads, of one match or more, as printed at this time; ``key`` signs the list."""
    ordered = sorted(heads, key=lambda head: head.match)
    listed = tuple(
        ListedHead(head.match, head.entries, head.hash[:CHECK_BYTES]) for head in ordered
    )
    evening = PrintedEvening(listed, time, sha256_of(statement_of(ordered, time)))
    if key is None:
        return evening
    return replace(evening, key=key.public, signature=key.sign(_message(evening)))


def heads_there(connection: sqlite3.Connection, evening: PrintedEvening) -> tuple[Head, ...]:
    """Return the heads of the listed matches as a journal has them, so many entries of each.

    Of a match with fewer entries the hash is empty; one that is not there is left out.
    """
    return tuple(_there(connection, evening))


def _there(connection: sqlite3.Connection, evening: PrintedEvening) -> Iterator[Head]:
    for listed in evening.listed:
        found = connection.execute(
            "SELECT hash FROM entry WHERE id = ?", (entry_id(listed.match, listed.entries - 1),)
        ).fetchone()
        if found is not None and isinstance(found[0], bytes):
            yield Head(listed.match, listed.entries, found[0])
        elif head_of(connection, listed.match) is not None:
            yield Head(listed.match, listed.entries, b"")


def flaw_of_print(
    evening: PrintedEvening,
    there: Sequence[Head],
    signers: Collection[bytes],
    key: bytes | None = None,
) -> EveningUnfit | None:
    """Compare a printed list with the heads of its matches; None if they are those that it lists.

    A signature that does not hold is the fault of the paper, all else of the journal. ``key`` must
    have signed; without it, one of ``signers``, else anybody can have printed the list.
    """
    is_unsigned = not evening.signature
    if not is_unsigned and not evening.holds:
        return EveningUnfit(EveningFlaw.WRONG_SIGNATURE)
    if key is not None and evening.key not in (key, b""):
        return EveningUnfit(EveningFlaw.OTHER_KEY)
    by_match = {head.match: head for head in there}
    seen = [
        ListedHead(head.match, head.entries, head.hash[:CHECK_BYTES]) for head in by_match.values()
    ]
    if (unfit := difference_of(evening.listed, seen)) is not None:
        return unfit
    if sha256_of(statement_of(there, evening.time)) != evening.digest:
        # It is one of them, and only all of each hash tells which.
        return EveningUnfit(EveningFlaw.CHANGED, evening.matches)
    if is_unsigned or (key is None and evening.key not in signers):
        return EveningUnfit(EveningFlaw.UNSIGNED)
    return None


def evening_text(evening: PrintedEvening) -> str:
    """Return the list on one line, as it is printed; :func:`read_printed` reads it back."""
    if not evening.signature:
        return _unsigned_text(evening)
    signed = f"{evening.key.hex()}:{evening.signature.hex()}".upper()
    return f"{_unsigned_text(evening)}:{signed}"


def _unsigned_text(evening: PrintedEvening) -> str:
    parts, before = [], None
    for head in evening.listed:
        part = f"{head.entries}.{head.check.hex()}"
        parts.append(part if head.match - 1 == before else f"{head.match}.{part}")
        before = head.match
    time, digest = plain_time(evening.time), evening.digest.hex()
    return f"{BEGINS}:{EVENING}:{time}:{'/'.join(parts)}:{digest}".upper()


def _message(evening: PrintedEvening) -> bytes:
    """Return the bytes that a key signs: all that is printed before it."""
    return f"boxctl card {_unsigned_text(evening)}".encode()


def read_printed(text: str) -> PrintedHead | PrintedEvening:
    """Read a head, or the list of an evening, as people have typed or scanned it.

    As in :func:`read_head` spaces, line ends and case do not matter. Raises :class:`NoHead`.
    """
    plain = head_in("".join(text.split()).upper())
    begins, *parts = plain.split(":")
    if begins == BEGINS and parts[:1] == [EVENING]:
        return _read_evening(plain, parts[1:])
    return read_head(text)


def _read_evening(plain: str, parts: Sequence[str]) -> PrintedEvening:
    if len(parts) not in (3, 5):
        raise NoHead
    time, listed, digest = parts[0], tuple(_listed(parts[1])), bytes_in(parts[2], HASH_BYTES)
    evening = PrintedEvening(listed, moment_in(time), digest)
    if len(parts) == 5:
        key, signature = bytes_in(parts[3], KEY_BYTES), bytes_in(parts[4], SIGNATURE_BYTES)
        evening = replace(evening, key=key, signature=signature)
    # What is signed can be written in one way only.
    if evening_text(evening) != plain:
        raise NoHead
    return evening


def _listed(text: str) -> Iterator[ListedHead]:
    before = 0
    for part in text.split("/"):
        fields = part.split(".")
        if len(fields) not in (2, 3) or (len(fields) == 2 and not before):
            raise NoHead
        *named, entries, check = fields
        match = count_in(named[0]) if named else before + 1
        if match <= before:
            raise NoHead
        yield ListedHead(match, count_in(entries), bytes_in(check, CHECK_BYTES))
        before = match


IN_A_TIME = frozenset("0123456789TZ:.-")
"""The characters of a time. It has no space: what is signed can be read in one way only."""


@frozen_dataclass
class EveningContents:
    """The heads of the matches of an evening, by number, and the box's signature of them.

    ``time`` is the time of day (UTC) of the signature, of characters of :data:`IN_A_TIME` only.
    """

    heads: tuple[Head, ...]
    time: str
    key: bytes
    signature: bytes

    @property
    def holds(self) -> bool:
        """Whether the signature is that of the key."""
        return is_signed(statement_of(self.heads, self.time), self.key, self.signature)


class EveningFlaw(Enum):
    """The reason why a file may not have all matches of its evening."""

    UNSIGNED = auto()
    WRONG_SIGNATURE = auto()
    OTHER_KEY = auto()
    LEFT_OUT = auto()
    PUT_IN = auto()
    CHANGED = auto()


@frozen_dataclass
class EveningUnfit:
    """The matches of a file are not those that the box has signed; ``matches`` are the others."""

    flaw: EveningFlaw
    matches: tuple[int, ...] = ()


def sign_contents(key: BoxKey, heads: Sequence[Head], time: str) -> EveningContents:
    """Sign that an evening has these matches."""
    listed = tuple(sorted(heads, key=lambda head: head.match))
    return EveningContents(listed, time, key.public, key.sign(statement_of(listed, time)))


def evening_flaw(
    contents: EveningContents | None,
    heads: Sequence[Head],
    signers: Collection[bytes],
    key: bytes | None = None,
) -> EveningUnfit | None:
    """Compare the matches of a file with its contents; None if they are those that were signed.

    ``heads`` are those of the matches as the file has them, ``signers`` the keys that have signed
    matches there. ``key`` must have signed the contents; without it, one of ``signers``, else they
    are as good as unsigned: anybody can write another list and sign it.
    """
    if contents is None:
        return EveningUnfit(EveningFlaw.UNSIGNED)
    if not contents.holds:
        return EveningUnfit(EveningFlaw.WRONG_SIGNATURE)
    if key is not None and contents.key != key:
        return EveningUnfit(EveningFlaw.OTHER_KEY)
    difference = difference_of(contents.heads, heads)
    if difference is None and key is None and contents.key not in signers:
        return EveningUnfit(EveningFlaw.UNSIGNED)
    return difference


class HeadOfMatch(Protocol):
    """A head, or as much of it as is printed; two that are equal are of the same record."""

    @property
    def match(self) -> int:
        """The number of the match."""


def difference_of(
    signed: Sequence[HeadOfMatch], there: Sequence[HeadOfMatch]
) -> EveningUnfit | None:
    """Compare what was signed of each match with what is there; None if it is the same."""
    wanted, found = {head.match: head for head in signed}, {head.match: head for head in there}
    for flaw, matches in (
        (EveningFlaw.LEFT_OUT, wanted.keys() - found.keys()),
        (EveningFlaw.PUT_IN, found.keys() - wanted.keys()),
        (EveningFlaw.CHANGED, {match for match in found if found[match] != wanted.get(match)}),
    ):
        if matches:
            return EveningUnfit(flaw, tuple(sorted(matches)))
    return None


def statement_of(heads: Sequence[Head], time: str) -> bytes:
    """Return the bytes that a key signs for an evening with these matches, in order."""
    matches = "".join(f" {head.match} {head.entries} {head.hash.hex()}" for head in heads)
    return f"boxctl evening {time}{matches}".encode()
