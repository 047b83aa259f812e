"""Verify a recorded match: its chain, its signatures and its rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boxctl.audit.rejudge import RulingDifference, first_difference
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.findings import Proof, UnprovedEnd, signed_late
from boxctl.journal.proof.integrity import BreakReason, ChainBreak, first_break, head_break
from boxctl.journal.proof.printed_evening import PrintedEvening
from boxctl.journal.proof.printed_heads import BareHash, PrintedHead
from boxctl.journal.proof.signed_heads import SignedHead, signed_breaks
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.audit_sentences import (
    GUIDED,
    match_holds,
    match_is_broken,
    match_is_ruled_otherwise,
    match_is_unproved,
    nothing_sensed,
    obstacle_in_words,
    why_broken,
)
from groundwork.language import tr
from hardware.devices import Tapped


@dataclass(frozen=True)
class VerifyAgainst:
    """The evidence that a match is compared with.

    ``heads`` are the signed heads in the journal; ``before`` and ``after`` are its neighbours, None
    if there is none; ``printed`` is a head from elsewhere, ``evening`` a list of heads, of which
    each match gets its own as ``printed``. ``key`` is the public key that must have signed the
    match to its end; without it, one of ``known``, the keys of this box, must have, unless none is
    known. With ``prefix`` only what the printed head covers is asked about.
    ``excerpt`` means that it is some matches of a journal, as people take them home: those before
    the first are elsewhere, and a key that has signed a match must have signed it to its end.
    """

    heads: Sequence[SignedHead] = ()
    before: RecordedMatch | None = None
    after: RecordedMatch | None = None
    printed: PrintedHead | None = None
    evening: PrintedEvening | None = None
    key: bytes | None = None
    known: frozenset[bytes] = frozenset()
    prefix: bool = False
    excerpt: bool = False

    @property
    def keys(self) -> frozenset[bytes]:
        """The keys of which one must have signed; none if any will do."""
        return self.known if self.key is None else frozenset((self.key,))


def against(printed: PrintedHead | PrintedEvening | None) -> VerifyAgainst:
    """Return the evidence that is on this paper, None for none."""
    if isinstance(printed, PrintedEvening):
        return VerifyAgainst(evening=printed)
    return VerifyAgainst(printed=printed)


_MOST_HEADS_OF_A_BROKEN_MATCH = 100
"""Somebody may have added a million of them, and each takes a tenth of a millisecond."""

NOTHING_ELSE = VerifyAgainst()
"""A match is compared with nothing but itself and its journal."""


@dataclass(frozen=True)
class MatchVerification:
    """The verdict on a match of so many ``entries``; it holds none of them.

    ``signed`` are the signed heads that hold, ``proof`` the longest of those by a key that was
    asked for; ``unproved`` is the end of the match that the proof asked for does not cover.
    Nothing has sensed what was ``tapped``. The dice of a ``guided`` match were arranged.
    """

    number: int
    entries: int
    broken: ChainBreak | None
    differs: RulingDifference | None
    signed: tuple[SignedHead, ...]
    proof: SignedHead | None = None
    unproved: UnprovedEnd | None = None
    tapped: Tapped | None = None
    guided: bool = False

    @property
    def holds(self) -> bool:
        """Whether all of it is as it was played."""
        return self.broken is None and self.differs is None and self.unproved is None

    @property
    def sentence(self) -> str:
        """The verdict for people."""
        number = self.number
        if self.broken is not None:
            return match_is_broken(number, self.broken)
        if self.differs is not None:
            return match_is_ruled_otherwise(number, self.differs.in_words())
        if self.unproved is not None:
            return match_is_unproved(number, self.entries, self.unproved)
        signed, key = (None, b"") if self.proof is None else (self.proof.head, self.proof.key)
        holds = match_holds(number, self.entries, signed, key)
        said = [holds]
        if self.tapped is not None:
            said.append(nothing_sensed(self.tapped))
        if self.guided:
            said.append(tr(GUIDED))
        return " ".join(said)

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as ``boxctl verify --json`` writes it."""
        broken, differs, unproved = self.broken, self.differs, self.unproved
        return {
            "match": self.number,
            "holds": self.holds,
            "entries": self.entries,
            "broken": None
            if broken is None
            else {"match": broken.match, "entry": broken.number, "why": why_broken(broken)},
            "differs": None
            if differs is None
            else {
                "entry": differs.entry,
                "recorded": differs.recorded,
                "now": differs.now,
                "why": obstacle_in_words(differs.obstacle) or None,
                "then": differs.then,
                "today": differs.today,
            },
            "unproved": None
            if unproved is None
            else {"proved": unproved.proved, "lacks": unproved.lacks.value},
            "signed": [
                {"entries": signed.head.entries, "key": signed.key.hex()} for signed in self.signed
            ],
            "tapped": self.tapped,
            "guided": self.guided,
            "text": self.sentence,
        }


FindBreak = Callable[[RecordedMatch], ChainBreak | None]
"""Returns the first place where a match cannot be trusted or read."""


def verify_match(
    match: RecordedMatch, asked: VerifyAgainst, break_in: FindBreak = first_break
) -> MatchVerification:
    """Check a match against itself, its neighbours, its signatures and today's referee.

    ``break_in`` returns the first break of this match or of the one after it.
    """
    number, entries = match.number, len(match.entries)
    broken = break_in(match) or next(_breaks(match, asked, break_in), None)
    differs = first_difference(match) if broken is None else None
    signed = tuple(asked.heads)
    if broken is not None:
        # A signature takes long to check, and where nothing is broken all were.
        few = signed[:_MOST_HEADS_OF_A_BROKEN_MATCH]
        signed = tuple(head for head in few if not any(signed_breaks(match, [head])))
    if broken is not None or differs is not None:
        return MatchVerification(number, entries, broken, differs, signed)
    printed = (asked.printed,) if isinstance(asked.printed, SignedHead) else ()
    proofs = [head for head in (*signed, *printed) if not asked.keys or head.key in asked.keys]
    proof = max(proofs, key=lambda signed: signed.head.entries, default=None)
    proved = 0 if proof is None else proof.head.entries
    keys = asked.keys or frozenset(head.key for head in proofs if asked.excerpt)
    unproved = unproved_end(match, asked, proved, keys)
    if unproved is not None and unproved.lacks is Proof.SIGNATURE:
        others = {head.key for head in signed if head.head.entries > proved}
        unproved = replace(unproved, others=frozenset(others))
    tapped, guided = match.header.tapped, bool(match.header.guided)
    return MatchVerification(number, entries, None, None, signed, proof, unproved, tapped, guided)


def unproved_end(
    match: RecordedMatch, asked: VerifyAgainst, proved: int, keys: frozenset[bytes]
) -> UnprovedEnd | None:
    """Return the end of a sound match that the proof asked for does not cover.

    ``proved`` is how many entries one of ``keys`` has signed; without keys any signature will do.
    """
    wanted = len(match.entries)
    if asked.printed is not None:
        covered = _entries_covered(match, asked.printed)
        if asked.prefix:
            wanted = covered
        elif covered < wanted:
            return UnprovedEnd(covered, Proof.PRINTED_HEAD)
    late = signed_late(match)
    if late is not None and late.signed < min(wanted, late.end):
        return UnprovedEnd(late.signed, Proof.IN_TIME)
    if not keys or proved >= wanted:
        return None
    return UnprovedEnd(proved, Proof.SIGNATURE, keys)


def _entries_covered(match: RecordedMatch, printed: PrintedHead) -> int:
    """Return how many entries a printed head covers; it must be one of the match's heads."""
    if isinstance(printed, BareHash):
        hashes = [kept.hash for kept in match.entries]
        return hashes.index(printed.hash) + 1
    return printed.head.entries if isinstance(printed, SignedHead) else printed.entries


def _breaks(
    match: RecordedMatch, asked: VerifyAgainst, break_in: FindBreak
) -> Iterator[ChainBreak]:
    """Yield where a match with a sound chain disagrees with what it is compared with."""
    if asked.before is not None or not asked.excerpt:
        yield from _link_breaks(match, asked.before)
    if asked.after is not None:
        yield from following_breaks(match, asked.after, break_in)
    yield from signed_breaks(match, asked.heads)
    if asked.printed is not None:
        yield from printed_breaks(match, asked.printed)


def _link_breaks(match: RecordedMatch, before: RecordedMatch | None) -> Iterator[ChainBreak]:
    """Compare what the header says of the match before with the one that is there."""
    link = match.header.after
    told = None if link is None else link["match"]
    there = None if before is None else before.number
    if told == there:
        if before is not None and before.journal and match.journal != before.journal:
            yield ChainBreak(match.number, 0, BreakReason.OTHER_JOURNAL)
        return
    if there is None or (told is not None and told > there):
        yield ChainBreak(match.number, 0, BreakReason.MATCH_BEFORE_MISSING, told)
    else:
        yield ChainBreak(match.number, 0, BreakReason.MATCH_INSERTED, there)


def following_breaks(
    match: RecordedMatch, after: RecordedMatch, break_in: FindBreak
) -> Iterator[ChainBreak]:
    """Yield where a match differs from what the header of the next one, if sound, says of it."""
    if break_in(after) is not None:
        return
    link = after.header.after
    if link is not None and link["match"] == match.number:
        head = _head(match.number, link["entries"], link["head"])
        if head is not None and (broken := head_break(match, head)) is not None:
            yield broken


def printed_breaks(match: RecordedMatch, printed: PrintedHead) -> Iterator[ChainBreak]:
    """Yield where a record is not what a printed head says of it, or the head is forged."""
    last = len(match.entries) - 1
    if isinstance(printed, BareHash):
        if all(kept.hash != printed.hash for kept in match.entries):
            yield ChainBreak(match.number, last, BreakReason.HASH_NOT_FOUND)
        return
    head = printed.head if isinstance(printed, SignedHead) else printed
    if head.match != match.number:
        yield ChainBreak(match.number, 0, BreakReason.HEAD_OF_OTHER_MATCH, head.match)
    elif isinstance(printed, SignedHead):
        yield from signed_breaks(match, [printed])
    elif (broken := head_break(match, head)) is not None:
        yield broken


def _head(match: int, entries: int, digits: str) -> Head | None:
    """Return the head that a header names; None if it is impossible."""
    try:
        hash = bytes.fromhex(digits)
    except ValueError:
        return None
    return Head(match, entries, hash) if entries > 0 else None
