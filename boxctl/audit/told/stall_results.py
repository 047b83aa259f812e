"""The goes that recorded matches give to a stall: matches of one player, by its rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from boxctl.audit.overruled_result import result_that_stands
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_header, read_match
from boxctl.referee.recorded_head import RecordedHead
from boxctl.rules.settings import deciding
from boxctl.stall.day import Day, Go
from boxctl.stall.events import GoPlayed
from groundwork.frozen_dataclass import frozen_dataclass

COMPARED = deciding("turn", "match", "order", "play")
"""The settings that have to be those of the stall; stakes and sensors may be others."""


@frozen_dataclass
class MatchOfGo:
    """A match of a go: its ``score`` if it is over; it was ``left`` if nobody goes on with it."""

    match: RecordedMatch
    score: int | None
    left: bool

    def as_played(self, number: int) -> GoPlayed:
        """Return what the match says of the go of this number. It must be over."""
        assert self.score is not None
        match = self.match
        head = RecordedHead(match.journal, match.number, len(match.entries), match.head.hash.hex())
        return GoPlayed(go=number, score=self.score, match=head)


def score_of(match: RecordedMatch) -> int | None:
    """Return the score of a match of one player, with its overrulings; None before its end."""
    result = result_that_stands(match)
    if result is None or len(result.scores) != 1:
        return None
    (score,) = result.scores.values()
    return score


def is_go_of(day: Day, match: RecordedMatch) -> bool:
    """Return whether a match is of one player without a handicap, by the rules of the stall."""
    told, header = day.opened, match.header
    return (
        len(match.players) == 1
        and not header.handicap
        and header.variant == told.variant
        and all(header.rules.get(name) == told.rules.get(name) for name in COMPARED)
    )


def matches_of_go(connection: sqlite3.Connection, day: Day, go: Go) -> Iterator[MatchOfGo]:
    """Yield the sound matches of a go, in order."""
    for number in numbers_in(connection):
        if number <= go.after:
            continue
        header = read_header(connection, number)
        if header is None or header.players != (go.name,):
            continue
        if (found := match_of_go(connection, day, number)) is not None:
            yield found


def match_of_go(connection: sqlite3.Connection, day: Day, number: int) -> MatchOfGo | None:
    """Return this match if it can be a go, and is as it was written; else None."""
    match = read_match(connection, number)
    if match is None or first_break(match) is not None or not is_go_of(day, match):
        return None
    return MatchOfGo(match, score_of(match) if match.over else None, match.left)
