"""The signed list of the matches of an evening.

The header of each match names the one before it, so a match that was left out between two others
is missed. One left out at the beginning or the end of an evening is missed by this list.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import Protocol

from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.keys import BoxKey, is_signed
from groundwork.frozen_dataclass import frozen_dataclass

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
