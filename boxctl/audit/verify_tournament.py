"""Verify a recorded tournament: its chain, signatures and draws, and the matches it rests on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from boxctl.audit.tournament_results import OverruledSince, overruled_since, winner_then
from boxctl.audit.verify_match import NOTHING_ELSE, VerifyAgainst, unproved_end
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.findings import UnprovedEnd
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.proof.signed_heads import SignedHead, kept, signed_breaks
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.journal.tournament_entries import begun_by
from boxctl.journal.tournament_record import events_of
from boxctl.presentation.journal.audit_sentences import why_broken
from boxctl.presentation.journal.tournament_sentences import (
    tournament_holds,
    tournament_is_broken,
    tournament_is_unproved,
    tournament_is_wrong,
)
from boxctl.referee.fields import WrongValue
from boxctl.rules.faults import RuleFault
from boxctl.tournament.events import PairingDecided, RecordedHead
from boxctl.tournament.fold import fold
from boxctl.tournament.state import Tournament
from groundwork.language import tr


@dataclass(frozen=True)
class TournamentVerification:
    """The verdict on a tournament of so many ``entries``.

    ``wrong`` says what does not follow in it, for people: a round that is not the one that is
    drawn, a result that its match has not. ``elsewhere`` counts results of matches that another
    journal has, which cannot be verified here; ``overruled`` are results that their matches do not
    have any more, which breaks nothing: the organiser corrects them, or leaves them.
    """

    number: int
    entries: int
    broken: ChainBreak | None = None
    wrong: str = ""
    signed: SignedHead | None = None
    unproved: UnprovedEnd | None = None
    results: int = 0
    elsewhere: int = 0
    overruled: tuple[OverruledSince, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether all of it is as it was told and played."""
        return self.broken is None and not self.wrong and self.unproved is None

    @property
    def sentence(self) -> str:
        """The verdict for people."""
        if self.broken is not None:
            return tournament_is_broken(self.number, self.broken)
        if self.wrong:
            return tournament_is_wrong(self.number, self.wrong)
        if self.unproved is not None:
            return tournament_is_unproved(self.number, self.entries, self.unproved)
        holds = tournament_holds(self.number, self.entries, self.results, self.elsewhere)
        return " ".join([holds, *(each.sentence for each in self.overruled)])

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as ``boxctl verify --json`` writes it."""
        broken = self.broken
        return {
            "tournament": self.number,
            "holds": self.holds,
            "entries": self.entries,
            "broken": None
            if broken is None
            else {"entry": broken.number, "why": why_broken(broken)},
            "wrong": self.wrong or None,
            "signed": 0 if self.signed is None else self.signed.head.entries,
            "results": self.results,
            "elsewhere": self.elsewhere,
            "overruled": [each.pairing for each in self.overruled],
            "text": self.sentence,
        }


def verify_tournament(
    connection: sqlite3.Connection, number: int, asked: VerifyAgainst = NOTHING_ELSE
) -> TournamentVerification:
    """Check a tournament against itself, its signatures, today's draw and the matches it names."""
    record = read_match(connection, number)
    if record is None:
        raise Damaged(tr("its index tells of match {match}, of which there is no entry",
                         match=number))  # fmt: skip
    entries, heads = len(record.entries), kept(connection, number)
    broken = first_break(record) or next(signed_breaks(record, heads), None)
    if broken is not None:
        return TournamentVerification(number, entries, broken)
    try:
        began, events = begun_by(record.entries[0]), tuple(events_of(record))
        cup = fold(began, events)
        results = [each.match for each in events if isinstance(each, PairingDecided)]
        wrong = next(_wrong_results(connection, record, cup, events), "")
        overruled = tuple(overruled_since(connection, record.journal, cup, events))
    except (RuleFault, WrongValue) as fault:
        return TournamentVerification(number, entries, wrong=str(fault).rstrip("."))
    if wrong:
        return TournamentVerification(number, entries, wrong=wrong)
    signed = max(
        (head for head in heads if not asked.keys or head.key in asked.keys),
        key=lambda head: head.head.entries,
        default=None,
    )
    proved = 0 if signed is None else signed.head.entries
    without_head = replace(asked, printed=None)
    unproved = unproved_end(record, without_head, proved, asked.keys)
    named = [match for match in results if match is not None]
    elsewhere = sum(match.journal != record.journal for match in named)
    return TournamentVerification(
        number, entries, None, "", signed, unproved, len(results), elsewhere, overruled
    )


def _wrong_results(
    connection: sqlite3.Connection,
    record: RecordedMatch,
    cup: Tournament,
    events: Iterable[object],
) -> Iterator[str]:
    """Yield which results are not those of the matches that are named for them."""
    decided = (each for each in events if isinstance(each, PairingDecided))
    counted: set[tuple[str, int]] = set()
    for each in decided:
        head = each.match
        if head is not None:
            if (head.journal, head.match) in counted:
                yield tr("match {match} is the result of two pairings", match=head.match)
            counted.add((head.journal, head.match))
        here = head is not None and head.journal == record.journal
        if head is not None and here and not _says(connection, cup, each, head):
            yield tr(
                "match {match} does not say what pairing {pairing} has as its result",
                match=head.match,
                pairing=each.pairing,
            )


def _says(
    connection: sqlite3.Connection, cup: Tournament, decided: PairingDecided, head: RecordedHead
) -> bool:
    match = read_match(connection, head.match)
    if match is None or not 0 < head.entries <= len(match.entries):
        return False
    if match.entries[head.entries - 1].hash.hex() != head.head or first_break(match) is not None:
        return False
    names = sorted(cup.pairing(decided.pairing).names)
    return names == sorted(match.players) and (winner_then(match, head.entries) == decided.winner)
