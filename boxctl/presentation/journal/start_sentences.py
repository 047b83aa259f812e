"""Remarks for people when a table is opened, and their words. Pure."""

from __future__ import annotations

from enum import Enum, auto

from boxctl.journal.disk.salvage import Salvaged
from boxctl.journal.faults import DAMAGED
from boxctl.journal.proof.findings import HeadsUnfit, LedgerLost, OlderThanKey, ProofFinding
from boxctl.journal.proof.integrity import ChainBreak
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_n
from groundwork.reader import for_reader


class NotResumedReason(Enum):
    """The reason why unfinished matches are not resumed."""

    NOT_ASKED_FOR = auto()
    """A new match was asked for, or one with other rules or players."""
    WAITS = auto()
    """The same, and people can resume it by its number."""
    PLAYED_ELSEWHERE = auto()
    """Another program plays it."""
    RULED_OTHERWISE = auto()
    """Today's referee rules otherwise on what happened in it."""


@frozen_dataclass
class MatchesNotResumed:
    """Matches were not played to their end, the newest first, and another one is played."""

    matches: tuple[int, ...]
    reason: NotResumedReason


@frozen_dataclass
class ChoiceNotKept:
    """The game that people chose last, of this ``variant``, cannot be played any more."""

    variant: str
    why: str


@frozen_dataclass
class FileUnusable:
    """A match of the house goes on though something is wrong with the file of its rules.

    ``why`` is the fault with its code, a whole sentence.
    """

    match: int
    title: str
    why: str


@frozen_dataclass
class RulesChangedSince:
    """A match of the house goes on by the rules that it began with: its game has others now."""

    match: int
    title: str


StartRemark = (
    Salvaged
    | ChainBreak
    | ProofFinding
    | MatchesNotResumed
    | ChoiceNotKept
    | FileUnusable
    | RulesChangedSince
)
"""A damaged journal that was salvaged, a match that was tampered with, what else does not fit what
the box has signed, matches not resumed, a game that is not played although it was chosen, or what
has become of the file of a resumed match's rules."""


def start_remark_in_words(remark: StartRemark) -> str:
    """Word a remark, as a sentence that begins with a small letter."""
    match remark:
        case Salvaged(aside, matches, entries):
            text = tr_n(
                "the journal was damaged: it is set aside as {aside}, and {entries} entries of "
                "one match were saved from it.",
                "the journal was damaged: it is set aside as {aside}, and {entries} entries of "
                "{matches} matches were saved from it.",
                matches,
                aside=aside,
                entries=entries,
                matches=matches,
            )
            return f"{DAMAGED}: {text}"
        case ChainBreak():
            # The sentences of the audit are loaded when a match was tampered with.
            from boxctl.presentation.journal.audit_sentences import break_in_words

            return tr(
                "a match is not resumed, as it was tampered with: {where}.",
                where=break_in_words(remark),
            )
        case HeadsUnfit() | OlderThanKey() | LedgerLost():
            from boxctl.presentation.journal.proof_sentences import finding_in_words

            return f"{finding_in_words(remark)}."
        case ChoiceNotKept(why=why):
            return tr("the game that was chosen last is not played: {why}.", why=why)
        case FileUnusable(match=number, title=title, why=why):
            return tr(
                "match {match} of {title} goes on by the rules in its record, as its file cannot "
                "be used: {why}",
                match=number,
                title=title,
                why=why,
            )
        case RulesChangedSince(match=number, title=title):
            return tr(
                "match {match} of {title} goes on by the rules that it began with: they were "
                "changed since, and the new ones count from the next match.",
                match=number,
                title=title,
            )
        case MatchesNotResumed() as not_resumed:
            return _not_resumed(not_resumed)


def _not_resumed(remark: MatchesNotResumed) -> str:
    count, newest = len(remark.matches), remark.matches[0]
    matches = all_of(map(str, sorted(remark.matches)))
    match remark.reason:
        case NotResumedReason.NOT_ASKED_FOR:
            return _not_played_to_the_end(count, matches)
        case NotResumedReason.WAITS:
            return for_reader(
                tr_n(
                    "match {matches} can still be played: boxctl play --resume {newest} goes on "
                    "with it.",
                    "matches {matches} can still be played: boxctl play --resume {newest} goes on "
                    "with the newest.",
                    count,
                    matches=matches,
                    newest=newest,
                ),
                page=_not_played_to_the_end(count, matches),
            )
        case NotResumedReason.PLAYED_ELSEWHERE:
            return tr_n(
                "match {matches} is played by another program.",
                "matches {matches} are played by other programs.",
                count,
                matches=matches,
            )
        case NotResumedReason.RULED_OTHERWISE:
            return for_reader(
                tr(
                    "match {match} is not resumed: this version of boxctl rules otherwise on what "
                    "happened in it (boxctl verify tells where).",
                    match=newest,
                ),
                page=tr(
                    "match {match} is not resumed: this version of boxctl rules otherwise on what "
                    "happened in it.",
                    match=newest,
                ),
            )


def _not_played_to_the_end(count: int, matches: str) -> str:
    return tr_n(
        "match {matches} was not played to its end.",
        "matches {matches} were not played to their end.",
        count,
        matches=matches,
    )
