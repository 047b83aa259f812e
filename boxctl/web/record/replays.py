"""A recorded match as states of the table, one for each ruling."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import fields
from functools import reduce
from operator import or_

from boxctl.journal.entry_kinds import RulingMade
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.time_of_day import TimeOfDay
from boxctl.presentation.lamps import LeverRequest, signs
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.presentation.table_view import TableView, recorded_views
from boxctl.referee.fields import in_microseconds
from boxctl.rules.tiles import NO_TILES, numbers
from boxctl.simulation.ways_to_play import robots_among
from boxctl.view.score_sheet import pool_in_words, score_sheet
from boxctl.web.record.grounds import time_of_day
from boxctl.web.state import (
    FORMAT,
    MOST_RULINGS,
    Announced,
    DiceState,
    RulingLine,
    TableSnapshot,
)
from boxctl.web.states.possible_actions import PHASE_OF
from boxctl.web.states.rules_state import rules_state
from boxctl.web.states.ruling_lines import ruling_line
from boxctl.web.states.tile_states import tiles_of
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current
from groundwork.times import MatchTime


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
    rulings = [as_contract(ruling) for ruling in match.rulings]
    lines: tuple[RulingLine, ...] = ()
    views = recorded_views(match.rules, match.players, rulings)
    for ruling, view in zip(rulings, views, strict=True):
        lines = (*lines, ruling_line(view.score.rulings, ruling))[-MOST_RULINGS:]
        yield _snapshot(match, view, lines), in_microseconds(ruling["at"])


def _snapshot(
    match: RecordedMatch, view: TableView, lines: tuple[RulingLine, ...]
) -> TableSnapshot:
    rules, score, said = match.rules, view.score, lines[-1]
    may = reduce(or_, view.owed, NO_TILES) & ~view.moved
    asked = LeverRequest(
        view.back,
        may_open=NO_TILES if view.back else may & ~view.standing,
        may_shut=NO_TILES if view.back else may & view.standing,
    )
    return TableSnapshot(
        format=FORMAT,
        language=current().code,
        rules=rules_state(match.variant, rules),
        phase=PHASE_OF[view.stage],
        match=match.number,
        begun=score.throws > 0,
        over=score.over,
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
        moves=tuple(numbers(move) for move in view.owed),
        announcement=Announced(said.text, said.kind),
        remark="",
        players=score_sheet(
            rules, match.players, score, view.player, robots=robots_among(match.players)
        ),
        rounds=score.rounds.columns,
        totals=rules.adds_up_rounds,
        winners=score.winners,
        pool=pool_in_words(rules, match.players, score),
        evening=(),
        question=None,
        troubles=(),
        doubtful=bool(view.unverified),
        next_players=tuple(match.players),
        actions=(),
        rulings=lines,
    )
