"""Check that a recorded match is as it was written."""

from __future__ import annotations

from dataclasses import dataclass

from boxctl.journal.disk.appender import Head
from boxctl.journal.entries import MATCH
from boxctl.journal.entry_schema import has_its_shape
from boxctl.journal.proof.chain import GENESIS, link
from boxctl.journal.recorded_match import RecordedMatch


@dataclass(frozen=True, slots=True)
class ChainBreak:
    """Where a chain breaks: the first entry that is not as it was written."""

    match: int
    number: int
    why: str

    @property
    def sentence(self) -> str:
        """The sentence that people are told."""
        return f"match {self.match}, entry {self.number}: {self.why}"


def first_break(match: RecordedMatch) -> ChainBreak | None:
    """Return the first place where the record cannot be trusted or read; None if all can."""
    if (broken := chain_break(match)) is not None:
        return broken
    for kept in match.entries:
        if not has_its_shape(kept):
            return ChainBreak(match.number, kept.number, "this entry was never written by boxctl")
    return None


def chain_break(match: RecordedMatch) -> ChainBreak | None:
    """Return the first entry edited, removed, inserted or exchanged; None if the chain holds.

    That the tail was removed can only be told against a head from elsewhere (:func:`head_break`).
    """
    before = GENESIS
    for number, kept in enumerate(match.entries):
        if kept.number != number:
            return ChainBreak(match.number, number, "this entry is missing")
        if link(before, kept.match, kept.number, kept.kind, kept.text) != kept.hash:
            return ChainBreak(match.number, number, "this entry is not as it was written")
        before = kept.hash
    if match.entries[0].kind != MATCH:
        return ChainBreak(match.number, 0, "this entry is no header of a match")
    return None


def head_break(match: RecordedMatch, head: Head) -> ChainBreak | None:
    """Return where a sound match departs from the one with this head; None if it has it."""
    if len(match.entries) < head.entries:
        why = f"the head tells of {head.entries} entries, and from here on they are missing"
        return ChainBreak(match.number, len(match.entries), why)
    if match.entries[head.entries - 1].hash != head.hash:
        why = "up to here it is another match than the one with this head"
        return ChainBreak(match.number, head.entries - 1, why)
    return None
