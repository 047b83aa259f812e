"""Word what does not fit the box's signatures, in a journal or the file of an evening. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boxctl.journal.entry_kinds import LedgerLoss
from boxctl.journal.faults import OLDER_THAN_KEY, TAMPERED_WITH
from boxctl.journal.proof.findings import (
    HeadsUnfit,
    LedgerLost,
    OlderThanKey,
    ProofFinding,
    ProofGap,
)
from boxctl.journal.proof.printed_evening import EveningFlaw, EveningUnfit
from boxctl.presentation.journal.ledger_sentences import in_runs
from boxctl.presentation.phrases import capital
from groundwork.language import all_of, tr, tr_n
from groundwork.local_time import told_time
from groundwork.reader import for_reader

SHOWN_OF_KEY = 16
"""The digits of a key that people read; programs get all 64."""


def finding_sentences(found: Iterable[ProofFinding]) -> list[str]:
    """Return a sentence for each finding against the box's signatures."""
    return [f"{finding_in_words(each)}." for each in found]


def finding_in_words(finding: ProofFinding) -> str:
    """Say what does not fit, as a sentence without a full stop, code first."""
    match finding:
        case HeadsUnfit(matches):
            text = for_reader(
                tr_n(
                    "match {matches} is not as the box has signed: boxctl verify says where",
                    "matches {matches} are not as the box has signed: boxctl verify says where",
                    len(matches),
                    matches=all_of(matches),
                ),
                page=tr_n(
                    "match {matches} is not as the box has signed",
                    "matches {matches} are not as the box has signed",
                    len(matches),
                    matches=all_of(matches),
                ),
            )
            return f"{TAMPERED_WITH}: {text}"
        case OlderThanKey():
            last = finding.last
            text = tr(
                "the journal is older than its key, or another one: the box signed match {match} "
                "up to entry {entry} at {time}, and the journal has not got that",
                match=last.head.match,
                entry=last.head.entries - 1,
                time=told_time(last.time),
            )
            return f"{OLDER_THAN_KEY}: {text}"
        case LedgerLost(ledger, LedgerLoss.MISSING):
            text = tr(
                "the ledger of the box's key {ledger} is missing, so nobody can tell whether the "
                "journal is older than its key",
                ledger=ledger,
            )
            return f"{OLDER_THAN_KEY}: {text}"
        case LedgerLost(ledger, why):
            text = tr(
                "the ledger of the box's key {ledger} cannot be used ({why}), so nobody can tell "
                "whether the journal is older than its key",
                ledger=ledger,
                why=ledger_loss(why),
            )
            return f"{OLDER_THAN_KEY}: {text}"


def fingerprint(key: str) -> str:
    """Return so much of a public key (hexadecimal) that nobody makes another that begins so."""
    return f"{key[:SHOWN_OF_KEY]}…"


def gap_in_words(gap: ProofGap) -> str:
    """Say what nobody can tell of a journal, as a sentence."""
    match gap:
        case ProofGap.NO_KEY:
            return tr("No key of the box is known here, so anybody can have written this.")
        case ProofGap.KEY_OF_LEDGER:
            return tr(
                "There is no box.key here: the key is that of box.ledger, which anybody can have "
                "signed. Compare it with a copy of the box's key."
            )
        case ProofGap.NO_LEDGER:
            return tr(
                "There is no box.ledger here, so nobody can tell whether this is the newest copy "
                "of the journal."
            )
        case ProofGap.NOT_LISTED:
            return tr(
                "The box.ledger here does not list this journal, so nobody can tell whether this "
                "is the newest copy of it."
            )
        case ProofGap.NO_NUMBER:
            return tr(
                "This journal has no number, as it is of an earlier version, so box.ledger cannot "
                "tell whether this is the newest copy of it."
            )


def ledger_loss(why: LedgerLoss) -> str:
    """Say why the ledger of a key cannot tell what was signed, as a clause."""
    match why:
        case LedgerLoss.MISSING:
            return tr("it is missing")
        case LedgerLoss.UNREADABLE:
            return tr("it is no ledger")
        case LedgerLoss.NOT_SIGNED:
            return tr("the box's key has not signed it")
        case LedgerLoss.NOT_LISTED:
            return tr("it does not list this journal")


def evening_in_words(unfit: EveningUnfit) -> str:
    """Say what is wrong with the matches of an evening, as a sentence that begins with its code."""
    return f"{TAMPERED_WITH}: {_flaw(unfit)}."


def unsigned_evening() -> str:
    """Say that anybody can have left matches out, where nobody asks who has signed."""
    return f"{capital(_flaw(EveningUnfit(EveningFlaw.UNSIGNED)))}."


def evening_holds(time: str) -> str:
    """Say that the file has every match that the box signed."""
    return tr(
        "No match of the evening is left out: the box signed them at {time}.",
        time=told_time(time),
    )


def card_proves(matches: Sequence[int], time: str) -> str:
    """Say of which matches the card of an evening is a witness."""
    return tr_n(
        "The card proves match {matches}, as the box had it at {time}.",
        "The card proves matches {matches}, as the box had them at {time}.",
        len(matches),
        matches=all_of(in_runs(matches)),
        time=told_time(time),
    )


def _flaw(unfit: EveningUnfit) -> str:
    matches, count = all_of(unfit.matches), len(unfit.matches)
    match unfit.flaw:
        case EveningFlaw.UNSIGNED:
            return tr(
                "the box has not signed which matches the evening had: some may be left out at its "
                "beginning or end"
            )
        case EveningFlaw.WRONG_SIGNATURE:
            return tr("the list of the matches of the evening is not as the box signed it")
        case EveningFlaw.OTHER_KEY:
            return tr("another key has signed which matches the evening had")
        case EveningFlaw.LEFT_OUT:
            return tr_n(
                "match {matches} of the evening is left out",
                "matches {matches} of the evening are left out",
                count,
                matches=matches,
            )
        case EveningFlaw.PUT_IN:
            return tr_n(
                "match {matches} was put into the evening",
                "matches {matches} were put into the evening",
                count,
                matches=matches,
            )
        case EveningFlaw.CHANGED:
            return tr_n(
                "match {matches} is not as it was when the box signed the evening",
                "matches {matches} are not as they were when the box signed the evening",
                count,
                matches=matches,
            )
