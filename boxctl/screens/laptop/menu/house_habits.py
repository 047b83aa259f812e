"""The habits of a house: favourite games, how long they take, who played last evening."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from boxctl.journal.disk.file import open_to_read
from boxctl.journal.entry_kinds import RulingMade, read_as
from boxctl.journal.faults import Damaged, JournalFault
from boxctl.journal.past_matches import ending_entries, recent_matches
from boxctl.journal.recorded_match import read_header
from boxctl.referee.fields import in_seconds
from boxctl.rules.variants import names
from boxctl.screens.laptop.game_choice import BOX
from boxctl.simulation.ways_to_play import way_to_play
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime

MOST_FAVOURITES = 4
ONE_EVENING = timedelta(hours=12)

_NOBODY = ("Player 1", "Player 2")
"""The names of players who gave none."""


@frozen_dataclass
class HouseHabits:
    """What a house likes to play; ``favourites`` are the variant played last and the most played.

    ``played`` counts the matches of each; ``minutes`` is the usual length of one, for variants of
    which one was played to its end; ``evening`` are the people of the last evening, as they came.
    """

    favourites: tuple[str, ...] = ()
    played: tuple[tuple[str, int], ...] = ()
    minutes: tuple[tuple[str, int], ...] = ()
    evening: tuple[str, ...] = ()


@frozen_dataclass
class _PlayedMatch:
    """A match in a few words; ``took`` is its duration in seconds, None if it has not ended."""

    variant: str
    players: tuple[str, ...]
    began: datetime
    took: float | None


def house_habits(journal: Path) -> HouseHabits:
    """Read the habits from a journal; one that cannot be read tells of none."""
    try:
        with closing(open_to_read(journal)) as connection:
            matches = list(_matches(connection))
    except (JournalFault, Damaged, sqlite3.Error):
        matches = []
    known = frozenset(names())
    return habits_of([match for match in matches if match.variant in known])


def habits_of(matches: Sequence[_PlayedMatch]) -> HouseHabits:
    """Return the habits that matches show, the newest of which is the first."""
    if not matches:
        return HouseHabits()
    counted = Counter(match.variant for match in matches)
    last = matches[0].variant
    most = [name for name, _times in counted.most_common(MOST_FAVOURITES) if name != last]
    return HouseHabits(
        (last, *most)[:MOST_FAVOURITES],
        tuple(counted.items()),
        tuple(_minutes(matches)),
        _people_of_the_last_evening(matches),
    )


def _minutes(matches: Sequence[_PlayedMatch]) -> Iterator[tuple[str, int]]:
    for name in dict.fromkeys(match.variant for match in matches):
        took = [match.took for match in matches if match.variant == name and match.took is not None]
        if took:
            yield name, max(1, round(median(took) / 60))


def _people_of_the_last_evening(matches: Sequence[_PlayedMatch]) -> tuple[str, ...]:
    newest = matches[0].began
    seated = (
        player
        for match in reversed(matches)
        if newest - match.began <= ONE_EVENING
        for player in match.players
    )
    people = (name for name in seated if way_to_play(name) is None and name not in _NOBODY)
    return tuple(dict.fromkeys(people))


def _matches(connection: sqlite3.Connection) -> Iterator[_PlayedMatch]:
    for number in recent_matches(connection, BOX):
        # A match that was tampered with is left out.
        with suppress(ValueError):
            yield _match(connection, number)


def _match(connection: sqlite3.Connection, number: int) -> _PlayedMatch:
    match = read_header(connection, number)
    if match is None:
        raise ValueError(f"match {number} has no header")
    ended = _ended_at(connection, number)
    return _PlayedMatch(
        match.variant,
        match.players,
        datetime.fromisoformat(match.began),
        None if ended is None else in_seconds(ended - match.at),
    )


def _ended_at(connection: sqlite3.Connection, number: int) -> MatchTime | None:
    """Return the match time at which a match was over; None if it is not over."""
    ended = ending_entries(connection, number)
    over = next((kept for kept in ended if kept.kind == RulingMade.kind), None)
    return None if over is None else read_as(over, RulingMade).ruling.at
