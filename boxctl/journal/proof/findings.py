"""What does not fit between a journal and what its box has signed, and what cannot be proved.

Findings are faults. Gaps are none: a copy need not have the key and the ledger beside it, but
whoever reads it has to know. The end of a match may lie beyond its last proof.

Whoever can write to a journal can take signatures away, edit a match and chain it again. So
before the key signs entries that were not signed when they were written, an entry says which.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable
from enum import Enum, auto
from pathlib import Path

from boxctl.journal.entries import NO_MATCHES, Entry, RecordedEntry
from boxctl.journal.entry_kinds import (
    HEADERS,
    EntriesUnsigned,
    EventHeard,
    LedgerLoss,
    LeversRestored,
    MatchResumed,
    RulingMade,
    entry_of,
    read_as,
)
from boxctl.journal.proof.chain import identity_of
from boxctl.journal.proof.keys import path_of_key
from boxctl.journal.proof.ledger import (
    LedgerHead,
    LedgerUnreadable,
    path_of_ledger,
    read_ledger,
    usable_ledger,
)
from boxctl.journal.proof.printed_heads import (
    heads_to_have,
    is_unlisted,
    missing_heads,
    names_of_before,
)
from boxctl.journal.proof.signed_heads import (
    SignedHead,
    entries_signed,
    is_from_before_ledgers,
    matches_with_unfit_heads,
)
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.referee.lines import LeverMoved
from boxctl.referee.ruling import Ruling
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class HeadsUnfit:
    """The journal lacks entries that were signed in these matches, or has others; in order."""

    matches: tuple[int, ...]


@frozen_dataclass
class OlderThanKey:
    """The journal lacks heads that the box's key has signed in it."""

    gone: tuple[LedgerHead, ...]

    @property
    def last(self) -> LedgerHead:
        """The head that was signed last."""
        return max(self.gone, key=lambda signed: signed.counter)


@frozen_dataclass
class LedgerLost:
    """The key's ledger cannot tell what was signed."""

    ledger: Path
    why: LedgerLoss


ProofFinding = HeadsUnfit | OlderThanKey | LedgerLost


def proof_findings(
    connection: sqlite3.Connection, journal: Path, keys: Collection[bytes] = ()
) -> tuple[ProofFinding, ...]:
    """Compare a journal with the heads in it and in the ledger.

    With the ``keys`` of the box the ledger has to be signed by one of them; else no signature is
    checked, which is fast.
    """
    gone: tuple[LedgerHead, ...] = ()
    found: list[ProofFinding] = []
    try:
        ledger = read_ledger(journal)
    except LedgerUnreadable:
        found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.UNREADABLE))
    else:
        if ledger is not None and keys and not ledger.is_signed_by(keys):
            found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.NOT_SIGNED))
        elif ledger is not None:
            identity = identity_of(connection, journal)
            heads = heads_to_have(connection, ledger, identity)
            gone = missing_heads(connection, heads)
            if is_unlisted(connection, ledger, identity, keys):
                found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.NOT_LISTED))
        elif _had_ledger(connection, journal, keys):
            found.append(LedgerLost(path_of_ledger(journal), LedgerLoss.MISSING))
    if gone:
        found.append(OlderThanKey(gone))
    unfit = set(matches_with_unfit_heads(connection)) - {signed.head.match for signed in gone}
    if unfit:
        found.append(HeadsUnfit(tuple(sorted(unfit))))
    return tuple(found)


def _had_ledger(connection: sqlite3.Connection, journal: Path, keys: Collection[bytes]) -> bool:
    """Return whether there must have been a ledger: a key is made together with one.

    The first start after an update from a version without ledgers makes it.
    """
    if not os.path.lexists(path_of_key(journal)):
        return False
    return not is_from_before_ledgers(connection, keys)


def without_match(finding: ProofFinding, match: int) -> ProofFinding | None:
    """Return the part of a finding that concerns other matches; None if none does."""
    if isinstance(finding, HeadsUnfit):
        others = tuple(number for number in finding.matches if number != match)
        return HeadsUnfit(others) if others else None
    if isinstance(finding, OlderThanKey):
        gone = tuple(signed for signed in finding.gone if signed.head.match != match)
        return OlderThanKey(gone) if gone else None
    return finding


@frozen_dataclass
class SignedLate:
    """The entries from number ``signed`` up to ``end`` were signed later than they were written."""

    signed: int
    end: int


def unsigned_entries(
    match: RecordedMatch, heads: Iterable[SignedHead], keys: Collection[bytes], now: str
) -> list[Entry]:
    """Return the entry that says what none of these keys has signed of a match; [] if it has all.

    ``now`` is the time of day (UTC).
    """
    signed = entries_signed(match, heads, keys)
    answered = _line_answered(match, signed)
    if all(_is_of_a_start(kept, answered) for kept in match.entries[signed:]):
        return []
    return [entry_of(EntriesUnsigned(now=now, signed=signed, entries=len(match.entries)))]


def _is_of_a_start(kept: RecordedEntry, answered: int | None) -> bool:
    """Return whether a start that was killed before it had loaded its key can have left this.

    These and no others: the header, that the match was resumed and goes on, and rulings that follow
    at once from the line ``answered``. None of them changes a match by itself.
    """
    if kept.kind == RulingMade.kind:
        # The sentence of an early ruling is shown as it stands.
        ruling = read_as(kept, RulingMade).ruling
        return isinstance(ruling, Ruling) and ruling.line == answered
    return kept.kind in (MatchResumed.kind, LeversRestored.kind) or (
        kept.kind in HEADERS and kept.number == 0
    )


def _line_answered(match: RecordedMatch, signed: int) -> int | None:
    """Return the line of the last signed event, or that of the header; None for one of a lever.

    A ruling on a lever takes time, in which the lever could still have moved.
    """
    if match.entries[0].kind in NO_MATCHES:
        return None
    events = (kept for kept in reversed(match.entries[:signed]) if kept.kind == EventHeard.kind)
    last = next(events, None)
    if last is None:
        return match.line
    heard = read_as(last, EventHeard)
    return None if isinstance(heard.event, LeverMoved) else heard.line


def signed_late(match: RecordedMatch) -> SignedLate | None:
    """Return the first entries of a sound match that it says were signed late; None for none."""
    found = [SignedLate(told.signed, told.entries) for _entry, told in match.read(EntriesUnsigned)]
    return min(found, key=lambda late: late.signed, default=None)


class Proof(Enum):
    """A kind of proof of a match up to an entry."""

    SIGNATURE = "signature"
    PRINTED_HEAD = "head"
    IN_TIME = "in_time"
    """A signature from when the entries were written, and not from when they were taken up again.
    """


@frozen_dataclass
class UnprovedEnd:
    """The end of a sound match that is not proved: all entries from number ``proved`` on.

    ``lacks`` is the proof that does not cover it. A signature is one by any of ``keys``;
    ``others`` are further keys that have signed the end.
    """

    proved: int
    lacks: Proof
    keys: frozenset[bytes] = frozenset()
    others: frozenset[bytes] = frozenset()


class ProofGap(Enum):
    """A thing that nobody can tell."""

    NO_KEY = auto()
    """Whether the box wrote any of it: no key of the box is known."""
    KEY_OF_LEDGER = auto()
    """Whether the key is that of the box: it has signed the ledger, and there is no other."""
    NO_LEDGER = auto()
    """Whether it is the newest copy: there is no ledger beside it."""
    NOT_LISTED = auto()
    """The same: the ledger beside it knows nothing of it."""
    NO_NUMBER = auto()
    """The same: it is of a version that gave no number to journals."""


def proof_gaps(
    connection: sqlite3.Connection,
    journal: Path,
    keys: Collection[bytes],
    findings: Iterable[ProofFinding],
    *,
    key_named: bool = False,
) -> tuple[ProofGap, ...]:
    """Return the gaps in the proof of a journal with these findings.

    ``keys`` are those that the box is known to have; ``key_named`` means that people have named
    the key themselves.
    """
    if not keys and not key_named:
        return (ProofGap.NO_KEY,)
    found = []
    if not key_named and not os.path.lexists(path_of_key(journal)):
        found.append(ProofGap.KEY_OF_LEDGER)
    if not any(isinstance(finding, LedgerLost) for finding in findings):
        found += _of_ledger(connection, journal)
    return tuple(found)


def _of_ledger(connection: sqlite3.Connection, journal: Path) -> list[ProofGap]:
    if connection.execute("SELECT 1 FROM entry LIMIT 1").fetchone() is None:
        return []
    ledger = usable_ledger(journal)
    if ledger is None:
        return [ProofGap.NO_LEDGER]
    identity = identity_of(connection, journal)
    if ledger.lists(identity) or names_of_before(connection, ledger):
        return []
    return [ProofGap.NOT_LISTED if identity.numbers else ProofGap.NO_NUMBER]
