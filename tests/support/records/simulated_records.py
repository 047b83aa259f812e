"""Journals of many matches that simulated players have played, recorded as a table records them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.entries import Entry
from boxctl.journal.entry_kinds import (
    EventHeard,
    JournalEntry,
    LeftReason,
    MatchBegan,
    MatchLeft,
    RulingMade,
)
from boxctl.journal.evidence import Evidence
from boxctl.journal.recorder import JournalRecorder
from boxctl.odds.sampling import HighestFirst, Policy
from boxctl.referee.players import handicaps_by_name, handicaps_by_seat
from boxctl.referee.referee import Referee
from boxctl.rules.settings import with_settings, written
from boxctl.rules.variants import variant
from boxctl.simulation.players import SECOND, PolicyPlayer, next_events
from groundwork.times import START, MatchTime
from tests.support.records.journals import BOX, EVENING


@dataclass(frozen=True)
class SimulatedMatch:
    """A match to be played and recorded; ``events`` is after how many it is cut off, None: never.

    A match that is cut off was left if ``left``, else interrupted.
    """

    players: str = "Ann,Bob"
    variant: str = "classic"
    settings: dict[str, str] = field(default_factory=dict)
    handicaps: tuple[tuple[str, str], ...] = ()
    seed: int = 1
    began: str = EVENING
    box: str = BOX
    policy: Policy = field(default_factory=HighestFirst)
    events: int | None = None
    left: bool = False


def record_matches(path: Path, matches: Iterable[SimulatedMatch]) -> Path:
    """Play these matches and append them to the journal at ``path``, unsigned."""
    appending = Appender(lambda: open_to_write(path))
    try:
        for match in matches:
            appending.append(_entries(match))
    finally:
        appending.close()
    return path


class _Entries:
    """Keeps the entries of the facts that it is given."""

    trouble = unsigned = None
    durable = 0

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)


def _entries(match: SimulatedMatch) -> list[Entry]:
    written = _Entries()
    recorder = JournalRecorder(written, match.box, match.variant, lambda: match.began)
    for fact in _facts(match):
        recorder.append(fact)
    return written.entries


def _facts(match: SimulatedMatch) -> Iterator[JournalEntry]:
    rules = with_settings(variant(match.variant), match.settings.items())
    players, random = tuple(match.players.split(",")), Random(match.seed)
    rules = replace(rules, handicaps=handicaps_by_seat(match.handicaps, players))
    referee, chooser = Referee(rules, players), PolicyPlayer(random, match.policy)
    yield MatchBegan(
        rules=written(rules),
        players=players,
        levers=rules.in_play,
        at=START,
        line=0,
        handicap=handicaps_by_name(rules, players) or None,
    )
    yield from (RulingMade(ruling=ruling) for ruling in referee.begin())
    line = 0
    while events := next_events(referee.play, chooser, random, _later(referee.clock)):
        for event in events:
            if line == match.events:
                if match.left:
                    yield MatchLeft(at=referee.clock, reason=LeftReason.PLAYERS_LEFT)
                return
            line += 1
            yield EventHeard(line=line, event=event, how=Evidence())
            yield from (RulingMade(ruling=ruling) for ruling in referee.hear(event, line))
        if referee.due is not None:
            yield from (RulingMade(ruling=ruling) for ruling in referee.finish())


def _later(at: MatchTime) -> MatchTime:
    return MatchTime(at + SECOND)
