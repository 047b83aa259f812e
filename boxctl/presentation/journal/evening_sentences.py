"""Word why the file of an evening may not have all of its matches. Pure."""

from __future__ import annotations

from boxctl.journal.faults import TAMPERED_WITH
from boxctl.journal.proof.evening_contents import EveningFlaw, EveningUnfit
from boxctl.presentation.phrases import capital
from groundwork.language import all_of, tr, tr_n
from groundwork.local_time import told_time


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
