"""A recorded match as states of the table, one for each ruling."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

from boxctl.journal.entry_kinds import RulingMade
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.time_of_day import TimeOfDay
from boxctl.presentation.lamps import LeverRequest, signs
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.referee.put_back import PutBack
from boxctl.referee.verdict import Verdict
from boxctl.rules.tiles import NO_TILES, numbers
from boxctl.simulation.ways_to_play import robots_among
from boxctl.view.moment import Moment, moments
from boxctl.view.score_sheet import pool_in_words, score_sheet
from boxctl.web.json_data import as_data
from boxctl.web.record.grounds import time_of_day
from boxctl.web.state import (
    FORMAT,
    MOST_RULINGS,
    Announced,
    DiceState,
    Phase,
    RulingLine,
    TableSnapshot,
)
from boxctl.web.states.rules_state import rules_state
from boxctl.web.states.ruling_lines import ruling_line
from boxctl.web.states.tile_states import tiles_of
from groundwork.language import current
from groundwork.times import MatchTime

_PHASES: Mapping[str, Phase] = {
    Verdict.FIRST_THROW: "deciding",
    Verdict.READY: "throw",
    Verdict.THROW: "play",
    Verdict.AGAIN: "throw",
    Verdict.COMMITTED: "throw",
    Verdict.TURN_OVER: "turn_over",
    Verdict.MATCH_OVER: "match_over",
}
"""The phase after each verdict that alone decides it."""


def replayed_states(match: RecordedMatch) -> Iterator[dict[str, Any]]:
    """Yield the state after each ruling, with its number (``ruling``) and time, as data for JSON.

    ``at`` is match time in seconds, ``time`` the time of its ``day`` (UTC) to the millisecond.
    """
    times = TimeOfDay(match)
    entries = [kept.number for kept in match.entries if kept.kind == RulingMade.kind]
    for place, (snapshot, moment) in enumerate(_snapshots(match)):
        time = times.of(entries[place], MatchTime(moment.at))
        yield {
            **as_data(snapshot),
            "ruling": place + 1,
            "at": moment.at / 1_000_000,
            **time_of_day(time),
        }


def last_snapshot(match: RecordedMatch) -> TableSnapshot | None:
    """Return how a match stood at its last ruling; None without a ruling."""
    shown = deque(_snapshots(match), maxlen=1)
    return shown[0][0] if shown else None


def _snapshots(match: RecordedMatch) -> Iterator[tuple[TableSnapshot, Moment]]:
    rulings = [as_contract(ruling) for ruling in match.rulings]
    lines: tuple[RulingLine, ...] = ()
    phase: Phase = "deciding" if match.rules.first_player == "highest" else "throw"
    for ruling, moment in zip(rulings, moments(rulings), strict=True):
        lines = (*lines, ruling_line(moment, ruling))[-MOST_RULINGS:]
        phase = _phase_after(phase, moment)
        doubtful = bool(ruling.get("unverified"))
        yield _snapshot(match, moment, phase, lines, doubtful=doubtful), moment


def _phase_after(before: Phase, moment: Moment) -> Phase:
    """Return the phase after a ruling; those that only name what is wrong leave it as it was."""
    match moment.verdict:
        case Verdict.PENDING | Verdict.PROVISIONAL | Verdict.TAKEN_BACK:
            return "will_do" if moment.moved in moment.moves else "play"
        case Verdict.REFUSED | Verdict.DISTURBED if before == "will_do":
            return "play"
        case verdict:
            return _PHASES.get(verdict, before)


def _snapshot(
    match: RecordedMatch,
    moment: Moment,
    phase: Phase,
    lines: tuple[RulingLine, ...],
    *,
    doubtful: bool,
) -> TableSnapshot:
    rules = match.rules
    may = reduce(or_, moment.moves, NO_TILES) & ~moment.moved
    to_open, to_shut = moment.asked & ~moment.standing, moment.asked & moment.standing
    asked = LeverRequest(
        PutBack(open=to_open, shut=to_shut),
        may_open=NO_TILES if moment.asked else may & ~moment.standing,
        may_shut=NO_TILES if moment.asked else may & moment.standing,
    )
    return TableSnapshot(
        format=FORMAT,
        language=current().code,
        rules=rules_state(match.variant, rules),
        phase=phase,
        match=match.number,
        begun=moment.throws > 0,
        over=moment.over,
        turn=moment.turn,
        opens=False,
        tiles=tiles_of(
            rules,
            moment.standing,
            signs(moment.standing, asked),
            moved=moment.moved,
            may_move=may,
            to_open=to_open,
            to_shut=to_shut,
        ),
        dice=DiceState(moment.dice, rules.dice.sides, number=moment.throws),
        moves=tuple(numbers(move) for move in moment.moves),
        announcement=Announced(moment.said.text, moment.said.kind),
        remark="",
        players=score_sheet(rules, match.players, moment, robots=robots_among(match.players)),
        rounds=moment.scores.columns,
        totals=rules.adds_up_rounds,
        winners=moment.winners,
        pool=pool_in_words(rules, match.players, moment),
        evening=(),
        question=None,
        troubles=(),
        doubtful=doubtful,
        next_players=tuple(match.players),
        actions=(),
        rulings=lines,
    )
