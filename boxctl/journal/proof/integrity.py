"""Check that a recorded match is as it was written."""

from __future__ import annotations

from enum import Enum, auto

from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import HEADERS, has_its_shape
from boxctl.journal.proof.chain import GENESIS, Head, link
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.frozen_dataclass import frozen_dataclass


class BreakReason(Enum):
    """The way in which a record differs from what was written."""

    ENTRY_MISSING = auto()
    ENTRY_CHANGED = auto()
    NOT_BY_BOXCTL = auto()
    """The entry has no shape that boxctl ever wrote."""
    NO_HEADER = auto()
    END_MISSING = auto()
    """About: how many entries the head tells of."""
    OTHER_HEAD = auto()
    MATCH_BEFORE_MISSING = auto()
    """About: the number of that match."""
    MATCH_INSERTED = auto()
    """About: the number of that match."""
    OTHER_JOURNAL = auto()
    """It was recorded or signed as a match of another journal."""
    SIGNATURE_WRONG = auto()
    HASH_NOT_FOUND = auto()
    HEAD_OF_OTHER_MATCH = auto()
    """About: the number of that match."""


@frozen_dataclass
class ChainBreak:
    """A break of a chain: the first entry that is not as it was written.

    ``about`` is what the reason is about, None where the reason says it all.
    """

    match: int
    number: int
    reason: BreakReason
    about: int | str | None = None


def first_break(match: RecordedMatch) -> ChainBreak | None:
    """Return the first place where the record cannot be trusted or read; None if all can."""
    if (broken := chain_break(match)) is not None:
        return broken
    for kept in match.entries:
        # A space in a kind would let its end be read as the beginning of the body.
        is_second_header = kept.kind in HEADERS and kept.number > 0
        if is_second_header or " " in kept.kind or not has_its_shape(kept):
            return ChainBreak(match.number, kept.number, BreakReason.NOT_BY_BOXCTL)
    return None


def chain_break(match: RecordedMatch) -> ChainBreak | None:
    """Return the first entry edited, removed, inserted or exchanged; None if the chain holds.

    That the tail was removed can only be told against a head from elsewhere (:func:`head_break`).
    """
    before = GENESIS
    for number, kept in enumerate(match.entries):
        if kept.number != number:
            return ChainBreak(match.number, number, BreakReason.ENTRY_MISSING)
        if not _is_text(kept) or (
            link(before, kept.match, kept.number, kept.kind, kept.text) != kept.hash
        ):
            return ChainBreak(match.number, number, BreakReason.ENTRY_CHANGED)
        before = kept.hash
    if match.entries[0].kind not in HEADERS:
        return ChainBreak(match.number, 0, BreakReason.NO_HEADER)
    return None


def _is_text(kept: RecordedEntry) -> bool:
    # SQLite keeps bytes in a column of text as what they are.
    parts: tuple[object, ...] = (kept.kind, kept.text)
    return all(isinstance(part, str) for part in parts)


def head_break(match: RecordedMatch, head: Head) -> ChainBreak | None:
    """Return where a sound match departs from the one with this head; None if it has it."""
    if len(match.entries) < head.entries:
        return ChainBreak(match.number, len(match.entries), BreakReason.END_MISSING, head.entries)
    if match.entries[head.entries - 1].hash != head.hash:
        return ChainBreak(match.number, head.entries - 1, BreakReason.OTHER_HEAD)
    return None
