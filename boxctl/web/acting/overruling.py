"""Give a turn that is over another score from a page, with a reason: as ``boxctl overrule`` does.

The match is the newest of the journal, and may still be played.
"""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.entry_kinds import RulingMade, TurnOverruled, time_of_day
from boxctl.journal.query import LAST, read_sound_match
from boxctl.presentation.journal.ledger_sentences import OverrulingRefusalReason
from boxctl.referee.scoresheet import Scoresheet
from boxctl.table.runtime import Runtime
from boxctl.web.acting.table_code import Act
from boxctl.web.http.guard import NOT_NOW
from boxctl.web.journal.standing_score import ScoreStands, score_stands
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class PlannedOverruling:
    """What is recorded, the sheet with which the match goes on, and how its score stands then.

    ``sheet`` is None for a match that is over.
    """

    told: TurnOverruled
    sheet: Scoresheet | None
    stands: ScoreStands


def why_not_overruled(journal: Path, act: Act, table: Runtime | None) -> Fault | None:
    """Return why a turn cannot have this score, or not at this moment; None if it can."""
    if table is None or not table.may_be_overruled:
        return Fault(NOT_NOW.code, tr(NOT_NOW.sentence))
    try:
        plan_overruling(journal, act)
    except Fault as fault:
        return fault
    return None


def plan_overruling(journal: Path, act: Act) -> PlannedOverruling:
    """Check what the act asks for, and return what it comes to.

    Raises :class:`boxctl.journal.faults.JournalFault`, above all BX610 for a score that cannot be.
    """
    from boxctl.audit.narrate import OverrulingRequest, overruling_of
    from boxctl.audit.overruled_result import NoSuchTurn, overruled_scores, sheet_with

    match = read_sound_match(journal, LAST)
    entries = [kept.number for kept in match.of_kind(RulingMade.kind)]
    if not 1 <= act.ruling <= len(entries):
        raise NoSuchTurn(OverrulingRefusalReason.NOT_A_TURN, act.ruling)
    entry = entries[act.ruling - 1]
    by = act.names[0] if act.names else None
    request = OverrulingRequest(str(entry), act.score, act.text, by)
    told = overruling_of(match, entry, request, time_of_day())
    sheet = None
    if not match.over:
        sheet = sheet_with(match, {**overruled_scores(match), entry: told.score})
    return PlannedOverruling(told, sheet, score_stands(match, told))
