"""Summaries of the matches of a journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from boxctl.audit.overruled_result import OverruledResult, result_that_stands
from boxctl.journal.disk.match_lock import is_being_played
from boxctl.journal.disk.schema import SPAN, ids_of
from boxctl.journal.entries import LEFT, OVERRULED, RULING, RecordedEntry
from boxctl.journal.entry_schema import has_its_shape
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_match
from boxctl.referee.verdict import Verdict
from groundwork.frozen_dataclass import frozen_dataclass

State = Literal["over", "left", "interrupted", "being played", "cannot be read"]


@frozen_dataclass
class MatchSummary:
    """A summary of a match.

    A match that cannot be read has only its number. ``result`` is the one that stands now, None
    before the end; ``overruled`` are the entries of the ``turn_over`` rulings overruled.
    """

    number: int
    state: State
    header: RecordedMatch | None = None
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
            "overruled": list(self.overruled),
        }


def list_matches(connection: sqlite3.Connection, journal: Path) -> Iterator[MatchSummary]:
    """Yield all matches of the journal, the oldest first, without verifying them."""
    for number in numbers_in(connection):
        yield _in_few_words(connection, journal, number)


def _in_few_words(connection: sqlite3.Connection, journal: Path, number: int) -> MatchSummary:
    telling = RecordedMatch(number, tuple(_telling_entries(connection, number)))
    if not telling.entries or telling.entries[0].number != 0:
        return MatchSummary(number, "cannot be read")
    if not all(map(has_its_shape, telling.entries)):
        return MatchSummary(number, "cannot be read")
    overruled = tuple(dict.fromkeys(body["ruling"] for body in telling.overrulings))
    return MatchSummary(
        number,
        _state(telling, journal),
        telling,
        _overruled_result(connection, number) if overruled else _ruled_result(telling),
        overruled,
    )


def _telling_entries(connection: sqlite3.Connection, number: int) -> Iterator[RecordedEntry]:
    """Yield the header and the entries that tell how the match ended, not all others."""
    found = connection.execute(
        "SELECT id, kind, body, hash FROM entry WHERE id BETWEEN ? AND ? AND (id % ? = 0 "
        "OR kind IN (?, ?) OR kind = ? AND instr(body, ?)) ORDER BY id",
        (*ids_of(number), SPAN, LEFT, OVERRULED, RULING, f'"verdict":"{Verdict.MATCH_OVER}"'),
    )
    return (RecordedEntry(id // SPAN, id % SPAN, *rest) for id, *rest in found)


def _state(match: RecordedMatch, journal: Path) -> State:
    if match.over:
        return "over"
    if match.left:
        return "left"
    return "being played" if is_being_played(journal, match.number) else "interrupted"


def _ruled_result(match: RecordedMatch) -> OverruledResult | None:
    for body in match.rulings:
        if body["verdict"] == Verdict.MATCH_OVER:
            return OverruledResult(
                body["rule"],
                body.get("scores", {}),
                tuple(body.get("winners", ())),
                body.get("payout", {}),
                (),
            )
    return None


def _overruled_result(connection: sqlite3.Connection, number: int) -> OverruledResult | None:
    match = read_match(connection, number)
    if match is None or first_break(match) is not None:
        return None
    return result_that_stands(match)
