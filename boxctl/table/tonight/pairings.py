"""The pairings of a tournament that are played here: begun, counted, and the one that is next.

``boxctl tournament play`` and the box of ``boxctl run`` both go by it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from boxctl.audit.told.results import MatchOfPairing, matches_of
from boxctl.journal.entry_kinds import read_as
from boxctl.journal.query import newest, past_matches, reading
from boxctl.journal.recorded_match import RecordedMatch, house_game, read_match
from boxctl.journal.tournament_record import (
    TOURNAMENT_KINDS,
    TOURNAMENTS,
    Drawn,
    RecordedTournament,
    matches_counted,
)
from boxctl.presentation.phrases import shown_player
from boxctl.referee.players import handicaps_by_seat
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import own_name, variant
from boxctl.table.referee_feed import counts_a_throw
from boxctl.table.resume import goes_on
from boxctl.table.tonight.offers import PlannedMatch
from boxctl.tournament.draw import round_due
from boxctl.tournament.events import PairingStarted
from boxctl.tournament.state import RoundPairing, Tournament, next_at
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr
from groundwork.local_time import read_time


def begun(
    journal: Path, found: RecordedTournament, pairing: RoundPairing
) -> tuple[RecordedTournament, MatchOfPairing | None]:
    """Record that the pairing is played next; if it was begun already, return its match so far.

    A match that is over already counts, and none is returned.
    """
    if pairing.started is not None:
        found = with_result(journal, found, pairing)
        matches = _matches(journal, pairing)
        if not found.state.pairing(pairing.number).is_open:
            return found, None
        going_on = next((each for each in matches if not each.over and not each.left), None)
        if going_on is not None:
            return found, going_on
    with reading(journal) as connection:
        last = newest(connection) or 0
    started = PairingStarted(pairing=pairing.number, after=last)
    return TOURNAMENTS.tell(journal, found.number, lambda _cup: [started]), None


def with_result(
    journal: Path, found: RecordedTournament, pairing: RoundPairing
) -> RecordedTournament:
    """Record the result of the first match of a begun pairing that decides it, if there is one."""
    matches = _matches(journal, pairing)
    first = next((match for match in matches if match.decides_in(found.state.system)), None)
    if first is None:
        return found
    return TOURNAMENTS.tell(journal, found.number, lambda _cup: [first.decision_on(pairing)])


def _matches(journal: Path, pairing: RoundPairing) -> list[MatchOfPairing]:
    with reading(journal) as connection:
        return list(matches_of(connection, pairing, pairing.started or 0))


@frozen_dataclass
class BoxInHouse:
    """A box on which pairings are played.

    ``name`` is that of the organiser, None if it has none; ``record`` is the one in its records.
    ``sensors`` are the settings that say how its wood behaves: they do not change with the game.
    """

    name: str | None
    record: str
    sensors: Sequence[tuple[str, str]] = ()

    def place_in(self, cup: Tournament) -> str | None:
        """Return at which of its boxes a tournament is played here; None for the only one.

        Raises :class:`RuleFault` (BX460) if this is none of them.
        """
        boxes = cup.begun.boxes
        if len(boxes) == 1:
            return None
        if self.name in boxes:
            return self.name
        named = all_of(map(shown_player, boxes))
        raise RuleFault(
            "BX460",
            tr("the tournament is played at {boxes}, and this box is none of them", boxes=named),
            tr('name it in box.toml: [table] box = "{box}"', box=boxes[0]),
        )


@frozen_dataclass
class SettledTournament:
    """How a tournament stands at one box once the matches that were over there have counted.

    Those that were ``counted`` just now are in order; ``pairing`` is the next one there, None for
    none, and ``planned`` is its match.
    """

    number: int
    cup: Tournament
    counted: tuple[RoundPairing, ...] = ()
    pairing: RoundPairing | None = None
    planned: PlannedMatch | None = None


def settle(journal: Path, number: int, here: BoxInHouse) -> SettledTournament:
    """Record what matches on this box have come to in a tournament, and return what is next there.

    A round is drawn when it is due. A pairing whose match goes on is noted as begun, so that its
    match counts even if the power goes before it ends, or between its end and its result. Raises
    :class:`RuleFault` (BX460, or for a game that cannot be played any more), and
    :class:`JournalFault` (BX609 if somebody tells something of the tournament now).
    """
    found = TOURNAMENTS.read(journal, number)
    place = here.place_in(found.state)
    counted: list[RoundPairing] = []
    while True:
        if round_due(found.state):
            found = TOURNAMENTS.tell(journal, number, round_due)
        pairing = next_at(found.state, place)
        if pairing is None:
            return SettledTournament(number, found.state, tuple(counted))
        plan = planned_match(found.state, pairing, here.sensors)
        if pairing.started is None:
            found = _noted_as_begun(journal, found, pairing, plan, here)
            pairing = found.state.pairing(pairing.number)
        if pairing.started is not None:
            found = with_result(journal, found, pairing)
        decided = found.state.pairing(pairing.number)
        if decided.is_open:
            return SettledTournament(number, found.state, tuple(counted), pairing, plan)
        counted.append(decided)


def _noted_as_begun(
    journal: Path,
    found: RecordedTournament,
    pairing: RoundPairing,
    plan: PlannedMatch,
    here: BoxInHouse,
) -> RecordedTournament:
    """Record that a pairing has begun, if the last match thrown in on the box is its match.

    Nothing has begun before the first throw, so that a round can still be drawn anew. A match that
    is over by now began after its round was drawn, and has not counted.
    """
    with reading(journal) as connection:
        match = _last_thrown_in(connection, here.record, found.number)
    if match is None or match.left or not _is_of(plan, match):
        return found
    if match.over and not _is_since_draw(found, pairing, match):
        return found
    started = PairingStarted(pairing=pairing.number, after=match.number - 1)
    return TOURNAMENTS.tell(journal, found.number, lambda _cup: [started])


def _last_thrown_in(connection: sqlite3.Connection, box: str, above: int) -> RecordedMatch | None:
    """Return the newest match of a box in which anything was thrown, of those above a number."""
    for past in past_matches(connection, box):
        if past.number < above:
            return None
        match = read_match(connection, past.number)
        if match is not None and any(counts_a_throw(each.verdict) for each in match.rulings):
            return match
    return None


def _is_since_draw(found: RecordedTournament, pairing: RoundPairing, match: RecordedMatch) -> bool:
    if any(head.match == match.number for head in matches_counted(found.record)):
        return False
    told = (read_as(each, Drawn, TOURNAMENT_KINDS) for each in found.record.of_kind(Drawn.kind))
    *_, last = (each for each in told if each.round == pairing.round)
    return read_time(match.header.began) >= read_time(last.now)


def _is_of(plan: PlannedMatch, match: RecordedMatch) -> bool:
    try:
        return goes_on(match, plan.rules, plan.players)
    except (RuleFault, ValueError):
        return False  # It has settings that are not known here.


def planned_match(
    cup: Tournament, pairing: RoundPairing, sensors: Sequence[tuple[str, str]] = ()
) -> PlannedMatch:
    """Return the match of a pairing: with the tournament's rules, in its order, with its handicaps.

    Raises :class:`RuleFault` if two cannot play it, or its game is not there.
    """
    names, own = pairing.names, own_name(cup.begun.variant)
    rules: RuleSet = with_settings(variant(own), [*sensors, *cup.begun.settings.items()])
    given = ((name, cup.entrant(name).handicap) for name in names)
    told = [(name, str(points)) for name, points in given if points]
    rules = replace(rules, handicaps=handicaps_by_seat(told, names))
    check(rules, len(names))
    return PlannedMatch(rules, names, own, house=house_game(own))


def is_of_open_pairing(journal: Path, number: int, here: BoxInHouse, match: RecordedMatch) -> bool:
    """Return whether an interrupted match is that of a pairing which is still to be played here."""
    cup = TOURNAMENTS.read(journal, number).state
    pairing = next_at(cup, here.place_in(cup))
    if pairing is None or match.number < number:
        return False
    if pairing.started is not None and match.number <= pairing.started:
        return False
    return _is_of(planned_match(cup, pairing, here.sensors), match)
