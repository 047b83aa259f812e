"""Entries that the box signs although nobody has signed them when they were written.

Whoever can write to a journal can take signatures away, edit a match and chain it again. So before
the key signs such a match, an entry says which of its entries were not signed until then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from boxctl.journal.entries import Entry, RecordedEntry
from boxctl.journal.entry_kinds import (
    EntriesUnsigned,
    EventHeard,
    LeversRestored,
    MatchBegan,
    MatchResumed,
    RulingMade,
    entry_of,
    read_as,
)
from boxctl.journal.proof.signed_heads import SignedHead, entries_signed
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.referee.events import LeverMoved
from boxctl.referee.ruling import Ruling
from groundwork.frozen_dataclass import frozen_dataclass


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
        kept.kind == MatchBegan.kind and kept.number == 0
    )


def _line_answered(match: RecordedMatch, signed: int) -> int | None:
    """Return the line of the last signed event, or that of the header; None for one of a lever.

    A ruling on a lever takes time, in which the lever could still have moved.
    """
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
