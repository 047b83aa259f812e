"""Overrule the end of a turn, as an entry of the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boxctl.audit.narrate import overruling_as_json
from boxctl.audit.overruled_result import (
    NotToBeOverruled,
    OverruledResult,
    overruled_scores,
    result_that_stands,
    turn_to_overrule,
)
from boxctl.audit.rejudge import Rejudger, RulingsDiffer
from boxctl.journal.amend import add_entry, holding
from boxctl.journal.entry_kinds import TurnOverruled, entry_of
from boxctl.journal.faults import ruled_otherwise
from boxctl.journal.query import read_sound_match, ruling_number
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.record.audit_findings import OverrulingRefusalReason
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class OverrulingRequest:
    """A request of an operator: a score for the turn that ended with ``ruling``, and the reason."""

    ruling: str
    score: int
    reason: str
    by: str | None


@frozen_dataclass
class RecordedOverruling:
    """An overruling as recorded, and the result of the match; None before its end.

    ``line`` is the overruling as ``boxctl replay --json`` writes it.
    """

    match: int
    entry: int
    told: TurnOverruled
    result: OverruledResult | None
    line: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the JSON document of ``boxctl overrule --json``."""
        return {"match": self.match, **self.line}


def overrule(
    journal: Path, wanted: str, overruling: OverrulingRequest, now: str
) -> RecordedOverruling:
    """Record an overruling; ``wanted`` names the match, ``now`` is the time of day (UTC).

    Raises :class:`JournalFault`, above all :class:`NotToBeOverruled` (BX610) if the turn cannot
    have that score; then nothing is recorded.
    """
    number = read_sound_match(journal, wanted).number
    with holding(journal, number):
        match = read_sound_match(journal, str(number))
        entry = ruling_number(match, overruling.ruling)
        told = _overruled(match, entry, overruling, now)
        add_entry(journal, match, entry_of(told))
        match = read_sound_match(journal, str(number))
    added = match.entries[-1].number
    line = overruling_as_json(match, added, told)
    return RecordedOverruling(number, added, told, result_that_stands(match), line)


def _overruled(
    match: RecordedMatch, entry: int, overruling: OverrulingRequest, now: str
) -> TurnOverruled:
    _check_rulings(match)
    turn = turn_to_overrule(match, entry, overruling.score)
    return TurnOverruled(
        now=now,
        ruling=entry,
        player=match.players[turn.seat],
        was=overruled_scores(match).get(entry, turn.score),
        score=overruling.score,
        reason=overruling.reason,
        by=overruling.by,
    )


def _check_rulings(match: RecordedMatch) -> None:
    """Raise a fault if today's referee rules otherwise, or rulings are still missing."""
    try:
        judging = Rejudger(match)
        for kept in match.entries[1:]:
            judging.follow(kept)
    except RulingsDiffer as differ:
        raise ruled_otherwise(match.number, differ.difference.entry) from differ
    if match.left and not match.over:
        raise NotToBeOverruled(OverrulingRefusalReason.MATCH_LEFT)
    if not match.over and judging.unsaid():
        raise NotToBeOverruled(OverrulingRefusalReason.RULINGS_MISSING)
