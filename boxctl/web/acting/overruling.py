"""Overrule a turn from a page, as ``boxctl overrule`` does, and show how the score stands since.

The match is the newest of the journal, and may still be played.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from boxctl.journal.entry_kinds import RulingMade, TurnOverruled, time_of_day
from boxctl.journal.query import LAST, read_sound_match
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.journal.ledger_sentences import OverrulingRefusalReason
from boxctl.presentation.journal.recorded_entries import overruling_in_words
from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.phrases import whole_sentence
from boxctl.referee.scoresheet import Scoresheet
from boxctl.table.runtime import Runtime
from boxctl.web.acting.table_code import Act
from boxctl.web.http.guard import NOT_NOW
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


@frozen_dataclass
class ScoreStands:
    """Turns were overruled: the score of the match as it stands, and the ``marks`` of rulings.

    A mark is the score that stands, by the number of the ruling that ended the turn. ``said`` tells
    of it, and of the result of a match that is over; ``is_news`` if it was overruled just now.
    """

    score: MatchScore
    marks: tuple[tuple[int, int], ...]
    said: str = ""
    is_news: bool = False


def score_stands(match: RecordedMatch, told: TurnOverruled | None = None) -> ScoreStands:
    """Return how the score of a sound match stands, with what is overruled just now."""
    # A table seldom needs them: it starts without.
    from boxctl.audit.overruled_result import overruled_scores, result_of, wins_with
    from boxctl.audit.score_that_stands import score_that_stands

    given = {} if told is None else {told.ruling: told.score}
    scores = {**overruled_scores(match), **given}
    score = score_that_stands(match, given)
    if (wins := wins_with(match, scores)) is not None:
        score = replace(score, wins=wins)
    words = [] if told is None else [whole_sentence(overruling_in_words(told))]
    if (result := result_of(match, scores)) is not None:
        score = replace(score, result=result.scores, winners=result.winners, payout=result.payout)
        words.append(result.in_words())
    rulings = match.of_kind(RulingMade.kind)
    marks = tuple(
        (number, scores[kept.number])
        for number, kept in enumerate(rulings, start=1)
        if kept.number in scores
    )
    return ScoreStands(score, marks, " ".join(words), told is not None)
