"""The results that recorded matches give to a tournament's pairings, and to goes of a stall."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from boxctl.audit.overruled_result import result_that_stands
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.query import numbers_in
from boxctl.journal.recorded_match import RecordedMatch, read_header, read_match
from boxctl.presentation.journal.told_sentences import go_overruled_in_words, overruled_in_words
from boxctl.referee.recorded_head import RecordedHead
from boxctl.rules.settings import deciding
from boxctl.stall.day import Day, Go
from boxctl.stall.events import GoPlayed
from boxctl.tournament.events import DecidedBy, PairingDecided, System
from boxctl.tournament.state import RoundPairing, Tournament
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class MatchOfPairing:
    """A match of a pairing: its winner if it is over, None for a draw or if it is not.

    It was ``left`` if its players will not go on with it.
    """

    match: RecordedMatch
    over: bool
    winner: str | None
    left: bool

    def decides_in(self, system: System) -> bool:
        """Return whether it decides its pairing: a draw does not in a knockout."""
        return self.over and not (system is System.KNOCKOUT and self.winner is None)

    def decision_on(self, pairing: RoundPairing, signed: str | None = None) -> PairingDecided:
        """Return the result of its pairing; ``signed`` is the head of another box's match."""
        head = RecordedHead(
            self.match.journal,
            self.match.number,
            len(self.match.entries),
            self.match.head.hash.hex(),
        )
        return PairingDecided(
            pairing=pairing.number,
            winner=self.winner,
            decided_by=DecidedBy.MATCH,
            match=head,
            signed=signed,
        )


def winner_of(match: RecordedMatch) -> str | None:
    """Return who has won a match with its overrulings; None if nobody alone has."""
    result = result_that_stands(match)
    return result.winners[0] if result is not None and len(result.winners) == 1 else None


@frozen_dataclass
class OverruledSince:
    """A pairing whose match says something else now: who had won by it, and who has; None: a draw.

    The table keeps what was, until the organiser corrects it.
    """

    pairing: int
    match: int
    was: str | None
    now: str | None

    @property
    def sentence(self) -> str:
        """What differs, and how to take it over, for people."""
        return overruled_in_words(self.pairing, self.match, self.was, self.now)

    @property
    def about(self) -> int:
        """The number of the pairing."""
        return self.pairing


def overruled_since(
    connection: sqlite3.Connection, journal: str, cup: Tournament, events: Iterable[object]
) -> Iterator[OverruledSince]:
    """Yield each pairing whose match was overruled to another result after it was counted.

    Only matches of this ``journal`` are looked at, and no pairing that was corrected: then the
    organiser has said what counts.
    """
    corrected = {told.pairing for told in cup.corrections}
    for told in events:
        if not isinstance(told, PairingDecided) or told.pairing in corrected:
            continue
        if told.match is None:
            continue
        match = _longer_since(connection, journal, told.match)
        if match is not None and (now := winner_of(match)) != told.winner:
            yield OverruledSince(told.pairing, told.match.match, told.winner, now)


def _longer_since(
    connection: sqlite3.Connection, journal: str, head: RecordedHead
) -> RecordedMatch | None:
    """Return the sound match of this journal that has more entries than when it was counted."""
    if head.journal != journal:
        return None
    match = read_match(connection, head.match)
    if match is None or len(match.entries) <= head.entries or first_break(match) is not None:
        return None
    return match


def matches_of(
    connection: sqlite3.Connection, pairing: RoundPairing, after: int
) -> Iterator[MatchOfPairing]:
    """Yield the sound matches of a pairing that have a number above ``after``, in order."""
    for number in numbers_in(connection):
        if number > after and (found := played_match(connection, pairing, number)) is not None:
            yield found


def played_match(
    connection: sqlite3.Connection, pairing: RoundPairing, number: int
) -> MatchOfPairing | None:
    """Return a match of a pairing; None for one of others, or one that is not as it was written."""
    header = read_header(connection, number)
    if header is None or sorted(header.players) != sorted(pairing.names):
        return None
    match = read_match(connection, number)
    if match is None or first_break(match) is not None:
        return None
    over = match.over
    return MatchOfPairing(match, over, winner_of(match) if over else None, match.left)


@frozen_dataclass
class GoOverruledSince:
    """A go whose match has another score now, None if it has none any more.

    The sheet keeps what was, until the keeper corrects it.
    """

    go: int
    match: int
    was: int
    now: int | None

    @property
    def sentence(self) -> str:
        """What differs, and how to take it over, for people."""
        return go_overruled_in_words(self.go, self.match, self.was, self.now)

    @property
    def about(self) -> int:
        """The number of the go."""
        return self.go


def goes_overruled_since(
    connection: sqlite3.Connection, journal: str, day: Day, events: Iterable[object]
) -> Iterator[GoOverruledSince]:
    """Yield each go whose match was overruled to another score after it was counted.

    Only matches of this ``journal`` are looked at, and no go that was corrected or given back: then
    the keeper has said what counts.
    """
    corrected = {told.go for told in day.corrections}
    for told in events:
        if not isinstance(told, GoPlayed) or told.go in corrected or told.match is None:
            continue
        match = _longer_since(connection, journal, told.match)
        if match is not None and (now := score_of(match)) != told.score:
            yield GoOverruledSince(told.go, told.match.match, told.score, now)


COMPARED = deciding("turn", "match", "order", "play")
"""The settings that have to be those of the stall; stakes and sensors may be others."""


@frozen_dataclass
class MatchOfGo:
    """A match of a go: its ``score`` if it is over; it was ``left`` if nobody goes on with it."""

    match: RecordedMatch
    score: int | None
    left: bool

    def as_played(self, number: int) -> GoPlayed:
        """Return the result of the go of this number. The match must be over."""
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
