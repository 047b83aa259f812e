"""Verify chains that people have told: a tournament and a day of a stall.

A chain is checked against itself, its signatures and the matches that it rests on; a tournament
against its draws as well, and a day against its money and the pot of the day before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain as chain_of
from typing import Any, TypeVar

from boxctl.audit.told.results import (
    GoOverruledSince,
    OverruledSince,
    goes_overruled_since,
    is_go_of,
    overruled_since,
    score_of,
    winner_of,
)
from boxctl.audit.verify_match import NOTHING_ELSE, VerifyAgainst, printed_breaks, unproved_end
from boxctl.journal.entries import STALL
from boxctl.journal.entry_kinds import JournalEntry
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.findings import UnprovedEnd
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.proof.printed_heads import NoHead, read_head
from boxctl.journal.proof.signed_heads import SignedHead, is_sound, kept, signed_breaks
from boxctl.journal.query import records_of
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.stall_record import STALLS, RecordedDay
from boxctl.journal.told_chain import ToldChain, ToldRecord
from boxctl.journal.tournament_record import TOURNAMENTS, TournamentBegan
from boxctl.presentation.journal.audit_sentences import why_broken
from boxctl.presentation.journal.told_sentences import OF_STALL, OF_TOURNAMENT, ChainWords
from boxctl.referee.fields import WrongValue
from boxctl.referee.recorded_head import RecordedHead
from boxctl.rules.faults import RuleFault
from boxctl.stall.day import Day, accounts_of
from boxctl.stall.events import GoPlayed
from boxctl.tournament.events import PairingDecided
from boxctl.tournament.state import Tournament
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
    have any more, which breaks nothing: the organiser corrects them, or the keeper,
    or leaves them.
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
    overruled: tuple[OverruledSince | GoOverruledSince, ...] = ()
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
            "overruled": [each.about for each in self.overruled],
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
    printed = () if asked.printed is None else printed_breaks(record, asked.printed)
    broken = first_break(record) or next(chain_of(signed_breaks(record, heads), printed), None)
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
    proofs = [*heads, *([asked.printed] if isinstance(asked.printed, SignedHead) else [])]
    signed = max(
        (head for head in proofs if not asked.keys or head.key in asked.keys),
        key=lambda head: head.head.entries,
        default=None,
    )
    proved = 0 if signed is None else signed.head.entries
    unproved = unproved_end(record, asked, proved, asked.keys)
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


def verify_tournament(
    connection: sqlite3.Connection, number: int, asked: VerifyAgainst = NOTHING_ELSE
) -> ToldVerification:
    """Check a tournament against itself, its signatures, today's draw and the matches it names."""
    overruled: list[OverruledSince] = []

    def results(found: ToldRecord[TournamentBegan, Tournament]) -> Sequence[ToldResult]:
        journal, events = found.record.journal, TOURNAMENTS.events_of(found.record)
        overruled.extend(overruled_since(connection, journal, found.state, events))
        return _decided_by_matches(found)

    verdict = verify_told(connection, number, asked, TOURNAMENTS, OF_TOURNAMENT, results)
    return verdict if verdict.wrong else replace(verdict, overruled=tuple(overruled))


def _decided_by_matches(found: ToldRecord[TournamentBegan, Tournament]) -> Sequence[ToldResult]:
    decided = (
        each for each in TOURNAMENTS.events_of(found.record) if isinstance(each, PairingDecided)
    )
    return [_pairing_result(found.state, each) for each in decided]


def _pairing_result(cup: Tournament, decided: PairingDecided) -> ToldResult:
    names = sorted(cup.pairing(decided.pairing).names)

    def says(match: RecordedMatch) -> bool:
        return names == sorted(match.players) and winner_of(match) == decided.winner

    number = 0 if decided.match is None else decided.match.match
    return ToldResult(
        decided.match,
        says,
        tr(
            "match {match} does not say what pairing {pairing} has as its result",
            match=number,
            pairing=decided.pairing,
        ),
        tr("match {match} is the result of two pairings", match=number),
        decided.signed,
        tr(
            "the signed head of pairing {pairing} is not that of its match",
            pairing=decided.pairing,
        ),
    )


def verify_stall(
    connection: sqlite3.Connection, number: int, asked: VerifyAgainst = NOTHING_ELSE
) -> ToldVerification:
    """Check a day of a stall: itself, its signatures, its money, its matches, yesterday's pot."""

    def further(found: RecordedDay) -> str:
        if not accounts_of(found.state).balances:
            return tr("its accounts do not balance")
        return _wrong_pot(connection, found)

    overruled: list[GoOverruledSince] = []

    def results(found: RecordedDay) -> Sequence[ToldResult]:
        journal, events = found.record.journal, STALLS.events_of(found.record)
        overruled.extend(goes_overruled_since(connection, journal, found.state, events))
        return _played_matches(found)

    verdict = verify_told(connection, number, asked, STALLS, OF_STALL, results, further)
    return verdict if verdict.wrong else replace(verdict, overruled=tuple(overruled))


def _played_matches(found: RecordedDay) -> Sequence[ToldResult]:
    played = (each for each in STALLS.events_of(found.record) if isinstance(each, GoPlayed))
    return [_go_result(found.state, each) for each in played]


def _go_result(day: Day, played: GoPlayed) -> ToldResult:
    def says(match: RecordedMatch) -> bool:
        return is_go_of(day, match) and score_of(match) == played.score

    number = 0 if played.match is None else played.match.match
    return ToldResult(
        played.match,
        says,
        tr("match {match} does not say what go {go} has as its score", match=number,
           go=played.go),
        tr("match {match} is the score of two goes", match=number),
    )  # fmt: skip


def _wrong_pot(connection: sqlite3.Connection, found: RecordedDay) -> str:
    """Say what is wrong with the pot that a day has brought forward; nothing if it is right."""
    told, number = found.state.opened, found.number
    before = max((n for n in records_of(connection, STALL) if n < number), default=None)
    elsewhere = told.yesterday is not None and told.yesterday.journal != found.record.journal
    if before is None or elsewhere:
        return ""
    if told.yesterday is None or told.yesterday.match != before:
        return tr("it does not go on from stall {before}, the one before it", before=before)
    pot = _carried(connection, told.yesterday, told.currency)
    if pot != told.brought:
        return tr("it has not brought forward the pot of stall {before}", before=before)
    return ""


def _carried(connection: sqlite3.Connection, head: RecordedHead, currency: str) -> int | None:
    """Return the pot that a closed day left to the next; None if it was not closed, or changed."""
    record = read_match(connection, head.match)
    if record is None or not 0 < head.entries <= len(record.entries):
        return None
    if record.entries[head.entries - 1].hash.hex() != head.head:
        return None
    then = RecordedMatch(record.number, record.entries[: head.entries])
    day = STALLS.fold(STALLS.begun_by(then), STALLS.events_of(then))
    same_money = not day.pot or day.terms.currency == currency
    return day.pot if day.closed and same_money else None
