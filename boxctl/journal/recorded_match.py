"""The matches of a journal, read back, with the time of day of their events and their game.

A match's clock stands still while the program does not run. So the record has the time of day at
which that clock begins and goes on; from there the clock gives the time of day.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from boxctl.journal.disk.schema import SPAN, ids_of
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import (
    EntryT,
    EventHeard,
    HouseGame,
    LeversDeclared,
    LeversRestored,
    MatchBegan,
    MatchLeft,
    MatchResumed,
    RecordedRuling,
    RulingMade,
    TurnOverruled,
    has_its_shape,
    read_as,
)
from boxctl.journal.evidence import Evidence
from boxctl.journal.proof.chain import Head, journal_of
from boxctl.referee.lines import Event
from boxctl.referee.payloads import Verdict
from boxctl.referee.players import handicaps_by_seat
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import TileSet
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import HOUSE
from boxctl.rules.variants import base_in_project, load
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


def house_game(variant: str) -> HouseGame | None:
    """Return a variant of the house as a record keeps it; None for any other variant."""
    try:
        known = load(variant)
    except RuleFault:
        return None
    if not known.is_of_house:
        return None
    titles = {code: told["title"] for code, told in known.by_language.items() if "title" in told}
    base = base_in_project(known).name
    return HouseGame(known.title, titles, base, known.settings)


def recorded_variant(name: str, house: HouseGame) -> Variant:
    """Return the variant of the house that a record tells of."""
    titles = {code: {"title": title} for code, title in house.titles.items()}
    return Variant(name, house.title, HOUSE, (), "", "", house.settings, titles, house.based_on)


def played_variant(name: str, house: HouseGame | None) -> Variant:
    """Return the variant that is played: one of the house as it was when the match began.

    Its file is asked as long as it says the same, since it tells more. Raises :class:`RuleFault`
    for a variant that is not of the house and not known.
    """
    if house is None or house_game(name) == house:
        return load(name)
    return recorded_variant(name, house)


LOOK_AT = 200
"""The newest matches of the journal are looked at, so that a long history costs no time."""

_NEWEST_ENTRIES = 5000
"""The entries among which a start looks for the throws that it has already."""


@frozen_dataclass
class RecordedEvent:
    """An event that the referee heard; ``how`` is the evidence for it."""

    entry: int
    line: int
    event: Event
    how: Evidence


@dataclass(frozen=True)
class RecordedMatch:
    """A match as it was recorded; ``entries`` begin with its header.

    Properties and methods raise ValueError if the record was tampered with, so check it with
    :func:`boxctl.journal.proof.integrity.first_break` first.
    """

    number: int
    entries: tuple[RecordedEntry, ...]

    @property
    def head(self) -> Head:
        """The number of entries and the hash of the last."""
        return Head(self.number, len(self.entries), self.entries[-1].hash)

    @cached_property
    def header(self) -> MatchBegan:
        """The header."""
        return read_as(self.entries[0], MatchBegan)

    @property
    def has_header(self) -> bool:
        """Whether its entry 0 is there, and a header that boxctl can have written."""
        first = self.entries[0]
        return first.number == 0 and first.kind == MatchBegan.kind and has_its_shape(first)

    @property
    def journal(self) -> str:
        """The number of the journal that it was recorded in; empty if the header has none."""
        try:
            return journal_of(self.entries[0].body)
        except (ValueError, RecursionError):
            return ""

    @property
    def began(self) -> str:
        """The time of day at which it began (UTC, ISO 8601)."""
        return self.header.began

    @property
    def box(self) -> str:
        """The box on which it is played."""
        return self.header.box

    @property
    def variant(self) -> str:
        """The name of its variant."""
        return self.header.variant

    @property
    def played(self) -> Variant | None:
        """Its variant: one of the house as it was then, another as it is today; None if gone."""
        house = self.header.house
        if house is None:
            try:
                return load(self.variant)
            except RuleFault:  # A later version may have lost it.
                return None
        return recorded_variant(self.variant, house)

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seat order."""
        return self.header.players

    @property
    def knows_acts(self) -> bool:
        """Whether it was recorded by a boxctl that judges levers by acts (R4.11)."""
        return "act_ms" in self.header.rules

    @cached_property
    def rules(self) -> RuleSet:
        """The rules it began with, whatever the variant is today.

        The levers of a match that does not know of acts are judged one by one.
        """
        rules = with_settings(RuleSet(act_ms=0), self.header.rules.items())
        told = ((name, str(handicap)) for name, handicap in (self.header.handicap or {}).items())
        return replace(rules, handicaps=handicaps_by_seat(told, self.players))

    @property
    def currency(self) -> str:
        """The currency of its stake, a code of ISO 4217; empty for none in particular."""
        stake = self.header.rules.get("stake", "0")
        return with_settings(RuleSet(), [("stake", stake)]).currency

    @property
    def levers(self) -> TileSet:
        """The tiles that stood open when it began."""
        return self.header.levers

    @property
    def at(self) -> MatchTime:
        """The match time at which it began, in microseconds; matches of a table share a clock."""
        return self.header.at

    @property
    def line(self) -> int:
        """The line number after which those of its events begin."""
        return self.header.line

    @cached_property
    def events(self) -> tuple[RecordedEvent, ...]:
        """The events that the referee heard, in order."""
        return tuple(
            RecordedEvent(number, heard.line, heard.event, heard.how)
            for number, heard in self.read(EventHeard)
        )

    @cached_property
    def rulings(self) -> tuple[RecordedRuling, ...]:
        """The rulings, in order."""
        return tuple(made.ruling for _number, made in self.read(RulingMade))

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return any(ruling.verdict is Verdict.MATCH_OVER for ruling in self.rulings)

    @property
    def left(self) -> bool:
        """Whether the players left it unfinished."""
        return any(True for _kept in self.of_kind(MatchLeft.kind))

    @property
    def overrulings(self) -> tuple[TurnOverruled, ...]:
        """The overrulings of operators, in order."""
        return tuple(overruled for _number, overruled in self.read(TurnOverruled))

    def of_kind(self, kind: str) -> Iterator[RecordedEntry]:
        """Return the entries of one kind, in order."""
        return (kept for kept in self.entries if kept.kind == kind)

    def read(self, kind: type[EntryT]) -> Iterator[tuple[int, EntryT]]:
        """Read the entries of one kind, in order, each with its number."""
        return ((kept.number, read_as(kept, kind)) for kept in self.of_kind(kind.kind))


def read_match(connection: sqlite3.Connection, number: int) -> RecordedMatch | None:
    """Return the match of this number; None if there is none."""
    entries = tuple(read_entries(connection, number))
    return RecordedMatch(number, entries) if entries else None


def read_entries(
    connection: sqlite3.Connection,
    number: int,
    which: str = "1",
    values: Sequence[object] = (),
    order: str = "id",
) -> Iterator[RecordedEntry]:
    """Yield the entries of a match of which a condition in SQL is true, in order.

    They are read here and nowhere else, since SQLite keeps any value in any column: an entry with a
    value of another type comes without text and hash, so that no chain leads to it.
    """
    # By their keys: the index of headers is not checked in a large file, and could leave some out.
    found = connection.execute(
        "SELECT id, kind, body, hash FROM entry NOT INDEXED "
        f"WHERE id BETWEEN ? AND ? AND ({which}) ORDER BY {order}",
        (*ids_of(number), *values),
    )
    for id, kind, text, hash in found:
        sound = (type(kind), type(text), type(hash)) == (str, str, bytes)
        read = (kind, text, hash) if sound else (kind if isinstance(kind, str) else "", "", b"")
        yield RecordedEntry(id // SPAN, id % SPAN, *read)


def read_header(connection: sqlite3.Connection, number: int) -> RecordedMatch | None:
    """Return a match with its header alone; None if it has none, or one of another shape."""
    found = next(read_entries(connection, number, "id % ? = 0", (SPAN,)), None)
    if found is None:
        return None
    match = RecordedMatch(number, (found,))
    return match if match.has_header else None


def last_match_of_box(connection: sqlite3.Connection, box: str) -> RecordedMatch | None:
    """Return the newest match of this box among the newest ones; None if there is none."""
    numbers = newest_matches_of_box(connection, box, most=1)
    return read_match(connection, numbers[0]) if numbers else None


def newest_matches_of_box(
    connection: sqlite3.Connection, box: str, look_at: int = LOOK_AT, most: int = -1
) -> tuple[int, ...]:
    """Return the numbers of this box's matches among the newest ``look_at``, the newest first.

    There are at most ``most`` of them, if that is not negative.
    """
    (newest,) = connection.execute("SELECT max(id) FROM entry").fetchone()
    if newest is None:
        return ()
    last = newest // SPAN
    headers = [number * SPAN for number in range(last, max(last - look_at, 0), -1)]
    # By their keys: the index of headers is not checked in a large file, and could leave some out.
    found = connection.execute(
        f"SELECT id FROM entry NOT INDEXED WHERE id IN ({','.join('?' * len(headers))}) "
        "AND kind = ? AND CASE WHEN json_valid(body) THEN json_extract(body, '$.box') END = ? "
        "ORDER BY id DESC LIMIT ?",
        (*headers, MatchBegan.kind, box, most),
    )
    return tuple(id // SPAN for (id,) in found)


def last_throws(connection: sqlite3.Connection) -> dict[int, int]:
    """Return the last serial of each series of throws in the newest entries."""
    newest = connection.execute("SELECT max(id) FROM entry").fetchone()[0]
    if newest is None:
        return {}
    found = connection.execute(
        "SELECT series, max(serial) FROM "
        "(SELECT json_extract(body, '$.how.series') AS series, "
        "json_extract(body, '$.how.serial') AS serial "
        "FROM (SELECT kind, CASE WHEN json_valid(body) THEN body END AS body "
        "FROM entry ORDER BY id DESC LIMIT ?) WHERE kind = ?) "
        "WHERE typeof(series) = 'integer' AND typeof(serial) = 'integer' GROUP BY 1",
        (_NEWEST_ENTRIES, EventHeard.kind),
    )
    return dict(found)


@frozen_dataclass
class _Known:
    """From this entry on, ``at`` (match time, microseconds) is the time of day ``time``."""

    entry: int
    at: MatchTime
    time: datetime


class TimeOfDay:
    """The times of day of one match (UTC), by the box's own clock."""

    def __init__(self, match: RecordedMatch) -> None:
        self._known = [_Known(0, match.at, datetime.fromisoformat(match.began))]
        told: list[tuple[int, MatchResumed | LeversRestored | LeversDeclared]] = [
            *match.read(MatchResumed),
            *match.read(LeversRestored),
            *match.read(LeversDeclared),
        ]
        for number, entry in told:
            if entry.now is not None:
                time = datetime.fromisoformat(entry.now)
                self._known.append(_Known(number, entry.at, time))
        self._known.sort(key=lambda known: known.entry)

    def of(self, entry: int, at: MatchTime) -> datetime:
        """Return the time of day at match time ``at`` (microseconds), near the entry ``entry``.

        Where no calendar has that time, it is the last one that the record tells.
        """
        known = next(known for known in reversed(self._known) if known.entry <= entry)
        try:
            return known.time + timedelta(microseconds=at - known.at)
        except OverflowError:
            return known.time
