"""Tell what a recorded ruling rests on, in words and to the millisecond."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from boxctl.audit.dispute import RecordedAction, dispute
from boxctl.journal.entry_kinds import RulingMade
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.phrases import capital
from boxctl.presentation.record.recorded_entries import event_in_words
from boxctl.referee.fields import MoveData, moves_as_json
from boxctl.referee.verdict import Verdict
from boxctl.rules.tiles import numbers


class ToldTime(TypedDict):
    """A time of day (UTC, to the millisecond), and its day."""

    day: str
    time: str


class GroundsEvent(ToldTime):
    """An event of the turn; ``at`` is match time in seconds, ``evidence`` how it is known.

    ``never_moved``: a lever went back within the bump time (R4.7).
    """

    at: float
    text: str
    evidence: list[str]
    never_moved: bool


class Grounds(ToldTime):
    """What a ruling rests on; ``ruling`` is its number, from 1.

    ``throw`` is the throw in question, None for a die that cannot be read. ``open`` are the tiles
    that were open by the book, ``moves`` what was allowed, ``chosen`` what was moved. ``rules`` are
    the texts of the rules by their ids. ``overruled`` is the score that an operator has given.
    """

    match: int
    ruling: int
    text: str
    verdict: Verdict
    rule: str
    player: str
    throw: list[int | None] | None
    sides: int
    open: tuple[int, ...]
    moves: list[MoveData]
    chosen: tuple[int, ...]
    events: list[GroundsEvent]
    rules: dict[str, str]
    unverified: list[str]
    overruled: int | None


def grounds_of(match: RecordedMatch, number: int) -> Grounds | None:
    """Return the grounds of the ruling of this number, from 1; None without it."""
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


def _event(action: RecordedAction) -> GroundsEvent:
    return {
        "at": action.heard.event.at / 1_000_000,
        **time_of_day(action.time),
        "text": capital(event_in_words(action.heard.event)),
        "evidence": list(action.evidence),
        "never_moved": action.never_moved,
    }


def time_of_day(time: datetime) -> ToldTime:
    """Return a time as it is told."""
    return {
        "day": time.date().isoformat(),
        "time": time.time().isoformat(timespec="milliseconds"),
    }
