"""Verify a chain that people have told: itself, its signatures, and the matches it rests on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from boxctl.audit.told.tournament_results import OverruledSince
from boxctl.audit.verify_match import VerifyAgainst, unproved_end
from boxctl.journal.entry_kinds import JournalEntry
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.findings import UnprovedEnd
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.proof.printed_heads import NoHead, read_head
from boxctl.journal.proof.signed_heads import SignedHead, is_sound, kept, signed_breaks
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.presentation.journal.audit_sentences import why_broken
from boxctl.presentation.journal.told_sentences import ChainWords
from boxctl.referee.fields import WrongValue
from boxctl.referee.recorded_head import RecordedHead
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

BeganT = TypeVar("BeganT", bound=JournalEntry)
StateT = TypeVar("StateT")


@dataclass(frozen=True)
class ToldVerification:
    """The verdict on a chain of so many ``entries``, in the ``words`` for its kind.

    ``wrong`` says what does not follow in it, for people: a round that is not the one that is
    drawn, a result that its match has not. ``elsewhere`` counts results of matches that another
    journal has, which cannot be verified here, ``signed_elsewhere`` those of them whose signed head
    is kept; ``overruled`` are results that their matches do not
    have any more, which breaks nothing: the organiser corrects them, or leaves them.
    """

    words: ChainWords
    number: int
    entries: int
    broken: ChainBreak | None = None
    wrong: str = ""
    signed: SignedHead | None = None
    unproved: UnprovedEnd | None = None
    results: int = 0
    elsewhere: int = 0
    overruled: tuple[OverruledSince, ...] = ()
    signed_elsewhere: int = 0

    @property
    def holds(self) -> bool:
        """Whether all of it is as it was told and played."""
        return self.broken is None and not self.wrong and self.unproved is None

    @property
    def sentence(self) -> str:
        """The verdict for people."""
        if self.broken is not None:
            return self.words.is_broken(self.number, self.broken)
        if self.wrong:
            return self.words.is_wrong(self.number, self.wrong)
        if self.unproved is not None:
            return self.words.is_unproved(self.number, self.entries, self.unproved)
        holds = self.words.holds(
            self.number, self.entries, self.results, self.elsewhere, self.signed_elsewhere
        )
        return " ".join([holds, *(each.sentence for each in self.overruled)])

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as ``boxctl verify --json`` writes it."""
        broken = self.broken
        return {
            self.words.kind: self.number,
            "holds": self.holds,
            "entries": self.entries,
            "broken": None
            if broken is None
            else {"entry": broken.number, "why": why_broken(broken)},
            "wrong": self.wrong or None,
            "signed": 0 if self.signed is None else self.signed.head.entries,
            "results": self.results,
            "elsewhere": self.elsewhere,
            "signed_elsewhere": self.signed_elsewhere,
            "overruled": [each.pairing for each in self.overruled],
            "text": self.sentence,
        }


@frozen_dataclass
class ToldResult:
    """A result in a chain, and the head of the match that it is said to be of; None for a word.

    ``says`` returns whether a match with so many entries says so. ``otherwise`` is what is wrong if
    it does not, ``twice`` if the match was counted before, ``forged`` if the head that another box
    has ``signed``, as ``boxctl head`` prints it, is not that of the match, for people.
    """

    head: RecordedHead | None
    says: Callable[[RecordedMatch], bool]
    otherwise: str
    twice: str
    signed: str | None = None
    forged: str = ""


def verify_told(
    connection: sqlite3.Connection,
    number: int,
    asked: VerifyAgainst,
    chain: ToldChain[BeganT, StateT],
    words: ChainWords,
    results: Callable[[ToldRecord[BeganT, StateT]], Sequence[ToldResult]],
    further: Callable[[ToldRecord[BeganT, StateT]], str] = lambda _found: "",
) -> ToldVerification:
    """Check a chain against itself, its signatures, its fold, and the matches that it names.

    ``further`` returns what else does not follow, for people, or nothing.
    """
    record = read_match(connection, number)
    if record is None:
        raise Damaged(tr("its index tells of match {match}, of which there is no entry",
                         match=number))  # fmt: skip
    entries, heads = len(record.entries), kept(connection, number)
    broken = first_break(record) or next(signed_breaks(record, heads), None)
    if broken is not None:
        return ToldVerification(words, number, entries, broken)
    try:
        began = chain.begun_by(record)
        state = chain.fold(began, chain.events_of(record))
        found = ToldRecord(record, began, state)
        told = results(found)
        wrong = next(_wrong_results(connection, record, told), "") or further(found)
    except (RuleFault, WrongValue) as fault:
        return ToldVerification(words, number, entries, wrong=str(fault).rstrip("."))
    if wrong:
        return ToldVerification(words, number, entries, wrong=wrong)
    signed = max(
        (head for head in heads if not asked.keys or head.key in asked.keys),
        key=lambda head: head.head.entries,
        default=None,
    )
    proved = 0 if signed is None else signed.head.entries
    unproved = unproved_end(record, replace(asked, printed=None), proved, asked.keys)
    named = [each.head for each in told if each.head is not None]
    elsewhere = sum(head.journal != record.journal for head in named)
    by_head = sum(each.signed is not None for each in told)
    return ToldVerification(
        words, number, entries, None, "", signed, unproved, len(told), elsewhere,
        signed_elsewhere=by_head,
    )  # fmt: skip


def _wrong_results(
    connection: sqlite3.Connection, record: RecordedMatch, told: Iterable[ToldResult]
) -> Iterator[str]:
    """Yield which results are not those of the matches that are named for them."""
    counted: set[tuple[str, int]] = set()
    for each in told:
        head = each.head
        if head is None:
            continue
        if (head.journal, head.match) in counted:
            yield each.twice
        counted.add((head.journal, head.match))
        if each.signed is not None and not _is_signed_head(each.signed, head):
            yield each.forged
        if head.journal == record.journal and not _says(connection, each, head):
            yield each.otherwise


def _is_signed_head(printed: str, head: RecordedHead) -> bool:
    """Return whether a printed head is of this match, and its signature holds."""
    try:
        signed = read_head(printed)
    except NoHead:
        return False
    if not isinstance(signed, SignedHead) or not is_sound(signed):
        return False
    named = (signed.head.match, signed.head.entries, signed.head.hash.hex())
    in_journal = signed.stamp is None or signed.stamp.journal == head.journal
    return in_journal and named == (head.match, head.entries, head.head)


def _says(connection: sqlite3.Connection, told: ToldResult, head: RecordedHead) -> bool:
    match = read_match(connection, head.match)
    if match is None or not 0 < head.entries <= len(match.entries):
        return False
    if match.entries[head.entries - 1].hash.hex() != head.head or first_break(match) is not None:
        return False
    return told.says(RecordedMatch(match.number, match.entries[: head.entries]))
