"""A recorded match as states of the table, one for each ruling, and what each ruling rests on.

Times are told to the millisecond.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import fields
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TypedDict

from boxctl.audit.dispute import RecordedAction, dispute
from boxctl.journal.entry_kinds import RulingMade
from boxctl.journal.recorded_match import RecordedMatch, TimeOfDay
from boxctl.presentation.journal.recorded_entries import event_in_words, with_all_data
from boxctl.presentation.lamps import LeverRequest, signs
from boxctl.presentation.phrases import capital, titles_of
from boxctl.presentation.table_view import TableView, recorded_views
from boxctl.presentation.ways_to_play import robots_among
from boxctl.referee.fields import MoveData, in_microseconds, moves_as_json
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import NO_TILES, numbers
from boxctl.view.score_sheet import score_sheet
from boxctl.web.state import (
    MOST_RULINGS,
    Announced,
    DiceState,
    RulesState,
    RulingLine,
    TableSnapshot,
)
from boxctl.web.state_parts import PHASE_OF, rules_state, ruling_line, seen_parts, tiles_of
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import MatchTime


class ToldTime(TypedDict):
    """A time of day (UTC, to the millisecond), and its day."""

    day: str
    time: str


class BasisEvent(ToldTime):
    """An event of the turn; ``at`` is match time in seconds, ``evidence`` how it is known.

    ``never_moved``: a lever went back within the bump time (R4.7).
    """

    at: float
    text: str
    evidence: list[str]
    never_moved: bool


class RulingBasis(ToldTime):
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
    events: list[BasisEvent]
    rules: dict[str, str]
    unverified: list[str]
    overruled: int | None


def basis_of(match: RecordedMatch, number: int) -> RulingBasis | None:
    """Return the basis of the ruling of this number, from 1; None without it."""
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


def _event(action: RecordedAction) -> BasisEvent:
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


@frozen_dataclass(kw_only=True)
class ReplayedState(TableSnapshot):
    """The state after a ruling: its number, from 1, its match time in seconds, and when it was.

    ``time`` is the time of its ``day`` (UTC), to the millisecond.
    """

    ruling: int
    at: float
    day: str
    time: str


def replayed_states(match: RecordedMatch) -> Iterator[ReplayedState]:
    """Yield the state after each ruling."""
    times = TimeOfDay(match)
    entries = [kept.number for kept in match.entries if kept.kind == RulingMade.kind]
    for place, (snapshot, at) in enumerate(_snapshots(match)):
        state = {each.name: getattr(snapshot, each.name) for each in fields(snapshot)}
        time = time_of_day(times.of(entries[place], at))
        yield ReplayedState(**state, ruling=place + 1, at=at / 1_000_000, **time)


def last_snapshot(match: RecordedMatch) -> TableSnapshot | None:
    """Return how a match stood at its last ruling; None without a ruling."""
    shown = deque(_snapshots(match), maxlen=1)
    return shown[0][0] if shown else None


def _snapshots(match: RecordedMatch) -> Iterator[tuple[TableSnapshot, MatchTime]]:
    rulings = [with_all_data(ruling) for ruling in match.rulings]
    lines: tuple[RulingLine, ...] = ()
    told = rules_state(match.variant, match.rules, match.header.house) if rulings else None
    views = recorded_views(match.rules, match.players, rulings)
    for ruling, view in zip(rulings, views, strict=True):
        lines = (*lines, ruling_line(view.score.rulings, ruling))[-MOST_RULINGS:]
        assert told is not None
        yield _snapshot(match, told, view, lines), in_microseconds(ruling["at"])


def _snapshot(
    match: RecordedMatch, told: RulesState, view: TableView, lines: tuple[RulingLine, ...]
) -> TableSnapshot:
    rules, score, said = match.rules, view.score, lines[-1]
    may = reduce(or_, view.owed, NO_TILES) & ~view.moved
    asked = LeverRequest(
        view.back,
        may_open=NO_TILES if view.back else may & ~view.standing,
        may_shut=NO_TILES if view.back else may & view.standing,
    )
    return TableSnapshot(
        **seen_parts(rules, view, score, PHASE_OF[view.awaited]),
        rules=told,
        match=match.number,
        turn=view.player,
        opens=False,
        tiles=tiles_of(
            rules,
            view.standing,
            signs(view.standing, asked),
            moved=view.moved,
            may_move=may,
            to_open=view.back.open,
            to_shut=view.back.shut,
        ),
        dice=DiceState(score.dice, rules.dice.sides, number=score.throws),
        announcement=Announced(said.text, said.kind),
        remark="",
        players=score_sheet(
            rules, match.players, score, view.player, robots=robots_among(match.players)
        ),
        evening=(),
        question=None,
        troubles=(),
        next_players=tuple(match.players),
        actions=(),
        titles=titles_of(match.players) or None,
        rulings=lines,
    )
