"""What people are told when a table is opened, and its English. Pure."""

from __future__ import annotations

from enum import Enum, auto

from boxctl.journal.disk.salvage import Salvaged
from boxctl.journal.faults import DAMAGED
from boxctl.journal.proof.findings import HeadsUnfit, LedgerLost, OlderThanKey, ProofFinding
from boxctl.journal.proof.integrity import ChainBreak
from groundwork.frozen_dataclass import frozen_dataclass


class NotResumedReason(Enum):
    """Why an unfinished match is not resumed."""

    NOT_ASKED_FOR = auto()
    """A new match was asked for, or one with other rules or players."""
    PLAYED_ELSEWHERE = auto()
    """Another program plays it."""
    RULED_OTHERWISE = auto()
    """Today's referee rules otherwise on what happened in it."""


@frozen_dataclass
class MatchNotResumed:
    """A match was not played to its end, and another one begins."""

    match: int
    reason: NotResumedReason


StartRemark = Salvaged | ChainBreak | ProofFinding | MatchNotResumed
"""A damaged journal that was salvaged, a newest match that was tampered with, what else does not
fit what the box has signed, or a match not resumed."""


def start_remark_in_words(remark: StartRemark) -> str:
    """Word a remark, as a sentence that begins with a small letter."""
    match remark:
        case Salvaged(aside, matches, entries):
            return (
                f"{DAMAGED}: the journal was damaged: it is set aside as {aside}, and "
                f"{entries} entries of {matches} matches were saved from it."
            )
        case ChainBreak():
            # The sentences of the audit are loaded when a match was tampered with.
            from boxctl.presentation.record.audit_sentences import break_in_words

            return f"a match is not resumed, as it was tampered with: {break_in_words(remark)}."
        case HeadsUnfit() | OlderThanKey() | LedgerLost():
            from boxctl.presentation.record.proof_sentences import finding_in_words

            return f"{finding_in_words(remark)}."
        case MatchNotResumed(match=number, reason=reason):
            return f"match {number} {_why_not_resumed(reason)}."


def _why_not_resumed(reason: NotResumedReason) -> str:
    match reason:
        case NotResumedReason.NOT_ASKED_FOR:
            return "was not played to its end"
        case NotResumedReason.PLAYED_ELSEWHERE:
            return "is played by another program: this is a new match"
        case NotResumedReason.RULED_OTHERWISE:
            return (
                "is not resumed: this version of boxctl rules otherwise on what happened in it "
                "(boxctl verify tells where)"
            )
