"""Entries that the box signs although nobody has signed them when they were written.

Whoever can write to a journal can take signatures away, edit a match and chain it again. So before
the key signs such a match, an entry says which of its entries were not signed until then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from boxctl.journal.entries import (
    GOES_ON,
    MATCH,
    RESUMED,
    RULING,
    UNSIGNED,
    Entry,
    RecordedEntry,
)
from boxctl.journal.proof.signed_heads import SignedHead, entries_signed
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.frozen_dataclass import frozen_dataclass

_OF_A_START = frozenset({MATCH, RULING, RESUMED, GOES_ON})
"""Kinds that cannot change a match by themselves: the referee makes rulings of events only.

A program that is killed before it has loaded its key leaves such entries without a signature.
"""


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
    if all(map(_is_of_a_start, match.entries[signed:])):
        return []
    return [Entry(UNSIGNED, {"now": now, "signed": signed, "entries": len(match.entries)})]


def _is_of_a_start(kept: RecordedEntry) -> bool:
    # The sentence of an early ruling is shown as it stands.
    return kept.kind in _OF_A_START and not (kept.kind == RULING and "text" in kept.body)


def signed_late(match: RecordedMatch) -> SignedLate | None:
    """Return the first entries of a sound match that it says were signed late; None for none."""
    found = [
        SignedLate(body["signed"], body["entries"])
        for body in (kept.body for kept in match.of_kind(UNSIGNED))
    ]
    return min(found, key=lambda late: late.signed, default=None)
