"""Verify a journal or one match of it, also against a printed head."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from boxctl.audit.verify_match import (
    NOTHING_ELSE,
    MatchVerification,
    VerifyAgainst,
    verify_match,
)
from boxctl.journal.entries import NO_MATCHES, STALL, TOURNAMENT
from boxctl.journal.faults import Damaged
from boxctl.journal.proof.chain import Head, is_no_match, kind_of_record
from boxctl.journal.proof.findings import HeadsUnfit, OlderThanKey, ProofFinding
from boxctl.journal.proof.integrity import ChainBreak, first_break
from boxctl.journal.proof.printed_evening import (
    EveningFlaw,
    EveningUnfit,
    PrintedEvening,
    flaw_of_print,
    heads_there,
)
from boxctl.journal.proof.printed_heads import BareHash, PrintedHead
from boxctl.journal.proof.signed_heads import SignedHead, kept, signing_keys
from boxctl.journal.query import numbers_in, records_of
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.presentation.journal.audit_sentences import match_is_missing, no_such_hash
from boxctl.presentation.journal.proof_sentences import (
    card_proves,
    evening_in_words,
    finding_sentences,
    unsigned_evening,
)
from groundwork.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.audit.told.verify_told import ToldVerification

VerifiedMatch = tuple[MatchVerification, RecordedMatch]
"""The verdict on a match, and the match itself, which is not to be kept: it is large."""

VerdictHeard = Callable[[MatchVerification, int], object]
"""Called with the verdict on each match, and the number of matches."""


@dataclass(frozen=True)
class CardVerification:
    """The verdict on the list of an evening that is printed on its card.

    ``unfit`` is why the journal has not got what it lists; ``key_known`` whether a key of the box
    is known, which must have signed it then. ``proved`` are the matches of which the card is a
    witness: they are as they were when it was signed.
    """

    evening: PrintedEvening
    unfit: EveningUnfit | None
    key_known: bool
    proved: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the journal has all that the card lists, and nothing else in its place."""
        if self.unfit is None:
            return True
        return self.unfit.flaw is EveningFlaw.UNSIGNED and not self.key_known

    @property
    def remarks(self) -> list[str]:
        """What the card proves, for people, where nothing else is found."""
        if not self.holds:
            return []
        unsigned = [] if self.unfit is None else [unsigned_evening()]
        return [*unsigned, *([card_proves(self.proved, self.evening.time)] if self.proved else [])]

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as ``boxctl verify --json`` writes it."""
        return {
            "holds": self.holds,
            "matches": list(self.evening.matches),
            "proved": list(self.proved),
            "time": self.evening.time,
            "key": self.evening.key.hex() or None,
        }


@dataclass(frozen=True)
class JournalVerification:
    """The verdict on each match; ``missing`` says what a printed head lacks, or is empty.

    ``findings`` is what else does not fit what the box has signed, ``evening`` why the file of an
    evening has not got the matches that were signed, ``tournaments`` and ``stalls`` the verdicts on
    those, ``card`` that on the card of an evening, if one was brought.
    """

    verdicts: tuple[MatchVerification, ...]
    missing: str = ""
    findings: tuple[ProofFinding, ...] = ()
    evening: EveningUnfit | None = None
    tournaments: tuple[ToldVerification, ...] = ()
    stalls: tuple[ToldVerification, ...] = ()
    card: CardVerification | None = None

    @property
    def holds(self) -> bool:
        """Whether all of it is as it was played."""
        found = self.missing or self.findings or self.evening
        if self.card is not None and not self.card.holds:
            return False
        holding = [verdict.holds for verdict in self.verdicts]
        return not found and all(holding) and all(each.holds for each in self.told)

    @property
    def told(self) -> tuple[ToldVerification, ...]:
        """The verdicts on all chains that people have told."""
        return (*self.tournaments, *self.stalls)

    @property
    def sentences(self) -> list[str]:
        """The verdicts for people, one sentence each."""
        missing = [self.missing] if self.missing else []
        matches = [verdict.sentence for verdict in self.verdicts]
        told = [verdict.sentence for verdict in self.told]
        return [*missing, *self.proof, *matches, *told, *self.remarks]

    @property
    def proof(self) -> list[str]:
        """Differences from what the box has signed, one sentence each, for people."""
        unfit = [self.evening, None if self.card is None or self.card.holds else self.card.unfit]
        evenings = [evening_in_words(each) for each in unfit if each is not None]
        return [*finding_sentences(self.findings), *evenings]

    @property
    def remarks(self) -> list[str]:
        """What the card of an evening proves, one sentence each, for people."""
        return [] if self.card is None else self.card.remarks


def verify_one(
    connection: sqlite3.Connection,
    number: int,
    asked: VerifyAgainst = NOTHING_ELSE,
    findings: Iterable[ProofFinding] = (),
) -> JournalVerification:
    """Verify one match of a journal; if it is gone, say that it is missing.

    The journal itself gives ``heads`` and neighbours, so those in ``asked`` do not count.
    ``findings`` are those about the whole journal: what they say of an earlier match does not
    count.
    """
    numbers = list(numbers_in(connection))
    if is_no_match(connection, number):
        found = (_verify_told(connection, number, asked),)
        about_all = tuple(each for each in findings if not isinstance(each, HeadsUnfit))
        if kind_of_record(connection, number) == TOURNAMENT:
            return JournalVerification((), "", about_all, None, found)
        return JournalVerification((), "", about_all, None, (), found)
    if number not in numbers:
        return JournalVerification((), match_is_missing(number))
    verdicts = tuple(v for v, _match in _verdicts(connection, numbers, [number], asked))
    card = _card(connection, asked, verdicts)
    from_here = 0 if number == numbers[-1] else number
    about = (_about_match(finding, from_here) for finding in findings)
    about_it = tuple(found for found in about if found is not None)
    return JournalVerification(verdicts, "", about_it, card=card)


def verify_all(
    connection: sqlite3.Connection,
    asked: VerifyAgainst = NOTHING_ELSE,
    findings: Iterable[ProofFinding] = (),
    heard: VerdictHeard = lambda _verdict, _of: None,
) -> JournalVerification:
    """Verify every match of a journal; the printed head is that of any one of them.

    ``heard`` is called with each verdict as it comes, and with the number of matches. Few matches
    are in memory at a time.
    """
    verifying = JournalVerifying(connection, asked, findings)
    for verdict, of in verifying:
        heard(verdict, of)
    return verifying.found


class JournalVerifying:
    """Verifies as :func:`verify_all` does, a match at a time. It can be iterated once.

    Yields each verdict and the number of matches; afterwards ``found`` has all of it together.
    """

    found: JournalVerification

    def __init__(
        self,
        connection: sqlite3.Connection,
        asked: VerifyAgainst = NOTHING_ELSE,
        findings: Iterable[ProofFinding] = (),
    ) -> None:
        self._connection = connection
        self._asked = asked
        self._findings = findings

    def __iter__(self) -> Iterator[tuple[MatchVerification, int]]:
        numbers, printed = list(numbers_in(self._connection)), self._asked.printed
        without_head = replace(self._asked, printed=None)
        verdicts: list[MatchVerification] = []
        with_head = match_of(printed)
        for verdict, match in _verdicts(self._connection, numbers, numbers, without_head):
            verdicts.append(verdict)
            if with_head is None and isinstance(printed, BareHash) and _has(match, printed):
                with_head = match.number
            yield verdict, len(numbers)
        told = {kind: list(records_of(self._connection, kind)) for kind in NO_MATCHES}
        chains = list(chain.from_iterable(told.values()))
        if with_head is None and isinstance(printed, BareHash):
            with_head = next((each for each in chains if self._chain_has(each, printed)), None)
        missing = ""
        if printed is not None:
            if with_head is None:
                missing = no_such_hash()
            elif with_head not in (*numbers, *chains):
                missing = match_is_missing(with_head)
            elif with_head in numbers:
                ((against, _),) = _verdicts(self._connection, numbers, [with_head], self._asked)
                verdicts[numbers.index(with_head)] = against
        further = tuple(_without_verdicts(self._findings, [*numbers, *chains]))
        tournaments, stalls = (
            tuple(
                _verify_told(
                    self._connection, each, self._asked if each == with_head else without_head
                )
                for each in told[kind]
            )
            for kind in (TOURNAMENT, STALL)
        )
        card = _card(self._connection, self._asked, verdicts)
        self.found = JournalVerification(
            tuple(verdicts), missing, further, None, tournaments, stalls, card
        )

    def _chain_has(self, number: int, printed: BareHash) -> bool:
        record = read_match(self._connection, number)
        return record is not None and _has(record, printed)


def _card(
    connection: sqlite3.Connection, asked: VerifyAgainst, verdicts: Iterable[MatchVerification]
) -> CardVerification | None:
    """Return the verdict on the card that was brought; None without one."""
    evening = asked.evening
    if evening is None:
        return None
    there = heads_there(connection, evening)
    # Where no key is known, anybody's counts that has signed in the journal.
    signers = asked.keys or frozenset(signing_keys(connection))
    unfit = flaw_of_print(evening, there, signers, asked.key)
    known = bool(asked.keys)
    fits = unfit is None or (unfit.flaw is EveningFlaw.UNSIGNED and not known)
    holding = (verdict.number for verdict in verdicts if verdict.holds and fits)
    proved = tuple(sorted(set(holding) & set(evening.matches)))
    return CardVerification(evening, unfit, known, proved)


def _verify_told(
    connection: sqlite3.Connection, number: int, asked: VerifyAgainst
) -> ToldVerification:
    # Most journals have none, and what they rest on is loaded for those that do.
    from boxctl.audit.told.verify_told import verify_stall, verify_tournament

    if kind_of_record(connection, number) == TOURNAMENT:
        return verify_tournament(connection, number, asked)
    return verify_stall(connection, number, asked)


def verdicts_on(
    connection: sqlite3.Connection, wanted: Sequence[int], asked: VerifyAgainst = NOTHING_ELSE
) -> Iterator[VerifiedMatch]:
    """Yield the verdict on each of these matches of a journal, beside its neighbours there."""
    yield from _verdicts(connection, list(numbers_in(connection)), wanted, asked)


def _about_match(finding: ProofFinding, number: int) -> ProofFinding | None:
    """Return the part of a finding that concerns this match and that its verdict leaves out.

    None if there is no such part. The number 0 stands for any match.
    """
    if isinstance(finding, HeadsUnfit):
        return None
    if isinstance(finding, OlderThanKey) and number:
        gone = tuple(signed for signed in finding.gone if signed.head.match == number)
        return OlderThanKey(gone) if gone else None
    return finding


def _without_verdicts(
    findings: Iterable[ProofFinding], numbers: Sequence[int]
) -> Iterator[ProofFinding]:
    """Drop findings that a match's own verdict already reports."""
    for finding in findings:
        if not isinstance(finding, HeadsUnfit):
            yield finding
        elif gone := tuple(match for match in finding.matches if match not in numbers):
            yield HeadsUnfit(gone)


def _has(match: RecordedMatch, printed: BareHash) -> bool:
    return any(kept.hash == printed.hash for kept in match.entries)


def _listed(connection: sqlite3.Connection, evening: PrintedEvening | None) -> dict[int, Head]:
    """Return the heads with which matches are compared; none for paper that was forged."""
    if evening is None or (evening.signature and not evening.holds):
        return {}
    return {head.match: head for head in heads_there(connection, evening)}


def match_of(printed: PrintedHead | None) -> int | None:
    """Return the match of a head; None for a bare hash or no head."""
    if printed is None or isinstance(printed, BareHash):
        return None
    return printed.head.match if isinstance(printed, SignedHead) else printed.match


def _verdicts(
    connection: sqlite3.Connection,
    there: Sequence[int],
    wanted: Sequence[int],
    asked: VerifyAgainst,
) -> Iterator[VerifiedMatch]:
    @lru_cache(maxsize=3)
    def read(number: int) -> RecordedMatch | None:
        return read_match(connection, number)

    @lru_cache(maxsize=3)
    def break_in(number: int) -> ChainBreak | None:
        # Each match is asked about twice: for itself, and for what it says of the one before.
        match = read(number)
        return None if match is None else first_break(match)

    listed = _listed(connection, asked.evening)
    beside = dict(zip(there, zip([None, *there], [*there[1:], None], strict=False), strict=False))
    for number in wanted:
        match = read(number)
        if match is None:
            raise Damaged(
                tr("its index tells of match {match}, of which there is no entry", match=number)
            )
        before, after = (None if other is None else read(other) for other in beside[number])
        heads = kept(connection, number)
        printed = listed.get(number, asked.printed)
        against = replace(asked, heads=heads, before=before, after=after, printed=printed)
        yield verify_match(match, against, lambda asked: break_in(asked.number)), match
