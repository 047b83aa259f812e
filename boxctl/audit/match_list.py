"""Summaries of the matches of a journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from boxctl.audit.overruled_result import (
    OverruledResult,
    overruled_scores,
    recorded_result,
    result_that_stands,
)
from boxctl.journal.disk.match_lock import is_being_played
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import (
    MatchBegan,
    MatchLeft,
    MatchResumed,
    RulingMade,
    TurnOverruled,
    has_its_shape,
    read_as,
)
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import (
    RecordedMatch,
    read_entries,
    read_header,
    read_match,
)
from boxctl.referee.fields import WrongValue
from boxctl.referee.verdict import Verdict
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass


class MatchState(StrEnum):
    """The state of a recorded match; the value is that of ``--json``."""

    OVER = "over"
    LEFT = "left"
    INTERRUPTED = "interrupted"
    BEING_PLAYED = "being played"
    UNREADABLE = "cannot be read"


@frozen_dataclass
class MatchHeader:
    """What the header of a match tells: when it began (UTC, ISO 8601), where, what, and who plays.

    ``currency`` is that of the stake; empty for none, or one that cannot be read.
    """

    began: str
    box: str
    variant: str
    players: tuple[str, ...]
    currency: str


@frozen_dataclass
class MatchSummary:
    """A summary of a match, which holds none of its entries.

    A match that cannot be read has only its number. ``result`` is the one that stands now, None
    before the end; ``overruled`` are the entries of the ``turn_over`` rulings overruled.
    """

    number: int
    state: MatchState
    header: MatchHeader | None = None
    result: OverruledResult | None = None
    overruled: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the match as ``boxctl matches --json`` lists it."""
        header, result = self.header, self.result
        written = None if result is None else result.as_json()
        return {
            "match": self.number,
            "began": None if header is None else header.began,
            "box": None if header is None else header.box,
            "variant": None if header is None else header.variant,
            "players": None if header is None else list(header.players),
            "state": self.state,
            "scores": written and written["scores"],
            "winners": written and written["winners"],
            "payout": written and written["payout"],
            "currency": (header and header.currency) or None,
            "overruled": list(self.overruled),
        }


def list_matches(connection: sqlite3.Connection, journal: Path) -> Iterator[MatchSummary]:
    """Yield all matches of the journal, the oldest first, without verifying them."""
    for number in numbers_in(connection):
        yield list_match(connection, journal, number)


def began(connection: sqlite3.Connection, number: int) -> datetime | None:
    """Return the time of day at which a match began; None if its header does not tell."""
    header = read_header(connection, number)
    return None if header is None else datetime.fromisoformat(header.began)


def taken_up(connection: sqlite3.Connection, number: int) -> datetime | None:
    """Return the time of day at which a match was resumed last, else at which it began.

    None if its entries do not tell. Somebody can write a header, which the box signs once it goes
    on with the match; that it goes on is the box's own word.
    """
    found = read_entries(connection, number, "kind = ?", (MatchResumed.kind,), "id DESC LIMIT 1")
    resumed = next(found, None)
    if resumed is None:
        return began(connection, number)
    with suppress(WrongValue):
        return datetime.fromisoformat(read_as(resumed, MatchResumed).now)
    return None


def list_match(connection: sqlite3.Connection, journal: Path, number: int) -> MatchSummary:
    """Return the summary of one match, without verifying it."""
    telling = RecordedMatch(number, tuple(_telling_entries(connection, number)))
    if not telling.entries or not _is_header(telling.entries[0]):
        return MatchSummary(number, MatchState.UNREADABLE)
    if not all(map(has_its_shape, telling.entries)):
        return MatchSummary(number, MatchState.UNREADABLE)
    overruled = tuple(overruled_scores(telling))
    return MatchSummary(
        number,
        _state(telling, journal),
        _header(telling),
        _overruled_result(connection, number) if overruled else recorded_result(telling),
        overruled,
    )


def _header(match: RecordedMatch) -> MatchHeader:
    try:
        currency = match.currency
    except RuleFault:
        currency = ""
    return MatchHeader(match.began, match.box, match.variant, match.players, currency)


def _is_header(kept: RecordedEntry) -> bool:
    return kept.number == 0 and kept.kind == MatchBegan.kind


def _telling_entries(connection: sqlite3.Connection, number: int) -> Iterator[RecordedEntry]:
    """Return the header and the entries that tell how the match ended, not all others."""
    return read_entries(
        connection,
        number,
        "id % ? = 0 OR kind IN (?, ?) OR kind = ? AND instr(body, ?)",
        (
            SPAN,
            MatchLeft.kind,
            TurnOverruled.kind,
            RulingMade.kind,
            f'"verdict":"{Verdict.MATCH_OVER}"',
        ),
    )


def _state(match: RecordedMatch, journal: Path) -> MatchState:
    if match.over:
        return MatchState.OVER
    if match.left:
        return MatchState.LEFT
    played = is_being_played(journal, match.number)
    return MatchState.BEING_PLAYED if played else MatchState.INTERRUPTED


def _overruled_result(connection: sqlite3.Connection, number: int) -> OverruledResult | None:
    match = read_match(connection, number)
    if match is None or first_break(match) is not None:
        return None
    return result_that_stands(match)
