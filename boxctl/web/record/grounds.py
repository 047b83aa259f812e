"""Tell what a recorded ruling rests on, in words and to the millisecond."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from boxctl.audit.dispute import RecordedAction, dispute
from boxctl.journal.entry_kinds import RulingMade
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.phrases import capital
from boxctl.presentation.record.recorded_entries import event_in_words
from boxctl.referee.fields import moves_as_json
from boxctl.rules.tiles import numbers


def grounds_of(match: RecordedMatch, number: int) -> dict[str, Any] | None:
    """Return the grounds of the ruling of this number, from 1, as data for JSON; None without it.

    Each ``time`` is a time of day of its ``day`` (UTC).
    """
    entries = [kept.number for kept in match.entries if kept.kind == RulingMade.kind]
    if not 1 <= number <= len(entries):
        return None
    found = dispute(match, entries[number - 1])
    return {
        "match": match.number,
        "ruling": number,
        "text": found.sentence,
        "verdict": found.ruling.verdict,
        "rule": found.ruling.rule,
        "player": found.ruling.player,
        **time_of_day(found.time),
        "throw": None if found.thrown is None else [_face(face) for face in found.thrown],
        "sides": match.rules.dice.sides,
        "open": numbers(found.open),
        "moves": moves_as_json(found.allowed),
        "chosen": numbers(found.chosen),
        "events": [_event(action) for action in found.happened],
        "rules": found.rules,
        "unverified": list(found.doubts),
        "overruled": found.overruled,
    }


def _face(face: object) -> int | None:
    return face if type(face) is int else None


def _event(action: RecordedAction) -> dict[str, Any]:
    return {
        "at": action.heard.event.at / 1_000_000,
        **time_of_day(action.time),
        "text": capital(event_in_words(action.heard.event)),
        "evidence": list(action.evidence),
        "never_moved": action.never_moved,
    }


def time_of_day(time: datetime) -> dict[str, str]:
    """Return ``day`` and ``time`` (UTC, to the millisecond), as data for JSON."""
    return {
        "day": time.date().isoformat(),
        "time": time.time().isoformat(timespec="milliseconds"),
    }
