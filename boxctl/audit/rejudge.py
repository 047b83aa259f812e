"""Rule on a recorded match again with today's referee: compare, or stop at a ruling's state.

A record has every event in the order in which the referee heard it, and every ruling, but not the
passing of time: a ruling that follows from no event must be due by time alone. The last rulings may
be missing: the power failed before they were durable, so they were never shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boxctl.audit.overruled_result import NotToBeOverruled, check_overrulings, sheet_overruled
from boxctl.journal import faults
from boxctl.journal.entries import RecordedEntry, as_text
from boxctl.journal.entry_kinds import EventHeard, MatchResumed, RulingMade, TurnOverruled, read_as
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.journal.recorder import software
from boxctl.presentation.journal.audit_sentences import ruled_otherwise, state_lines, what_is_owed
from boxctl.presentation.journal.ledger_sentences import Obstacle
from boxctl.presentation.journal.recorded_entries import as_contract
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences.ruling import sentence_with_doubts
from boxctl.referee.fields import moves_as_json, put_back_as_json
from boxctl.referee.game import Game
from boxctl.referee.lines import TimePassed
from boxctl.referee.referee import EventRefused, Referee
from boxctl.referee.ruling import Ruling, as_data
from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import numbers
from groundwork.frozen_dataclass import frozen_dataclass

_ADDED_LATER = ("stake", "opening_lost", "is_out")
"""The fields that rulings of earlier journals of the third layout lack."""


@frozen_dataclass
class RulingDifference:
    """The first place at which today's referee departs from the record.

    ``recorded`` is the ruling of the record and ``now`` today's, None if there is none;
    ``obstacle`` is what keeps today's referee from following the record. ``then`` and ``today``
    are the versions of the software that ruled and rules.
    """

    match: int
    entry: int
    recorded: dict[str, Any] | None
    now: dict[str, Any] | None
    obstacle: Obstacle | None
    then: Mapping[str, str]
    today: Mapping[str, str]

    def in_words(self) -> str:
        """Return the difference for people, as a clause."""
        return ruled_otherwise(
            (self.match, self.entry),
            (self.then["boxctl"], self.recorded),
            (self.today["boxctl"], self.now),
            self.obstacle,
        )


class RulingsDiffer(Exception):
    """Today's referee rules otherwise on the recorded events than was ruled then."""

    def __init__(self, difference: RulingDifference) -> None:
        super().__init__(difference)
        self.difference = difference


class Rejudger:
    """Follows the record of a sound match, entry by entry.

    :attr:`referee` is in its state after the last entry followed. Raises :class:`RulingsDiffer`
    if the match cannot begin. Not thread-safe.
    """

    def __init__(self, match: RecordedMatch) -> None:
        self._match = match
        try:
            self.referee = Referee(
                match.rules, match.players, match.levers, at=match.at, line=match.line
            )
        except RuleFault as fault:
            raise self._differ(0, obstacle=fault) from fault
        self._expected: Iterator[Ruling] = iter(self.referee.begin())

    def follow(self, kept: RecordedEntry) -> Ruling | None:
        """Follow the next entry; if it is a ruling, return today's.

        Raises :class:`RulingsDiffer` unless the two are the same.
        """
        if kept.kind == RulingMade.kind:
            return self._rule(kept)
        if kept.kind == EventHeard.kind:
            self._hear(kept)
        elif kept.kind == TurnOverruled.kind and not self.referee.play.over:
            self._rescore(kept)
        return None

    def unsaid(self) -> tuple[Ruling, ...]:
        """Return the rulings that follow from the last event and were not recorded."""
        return tuple(self._expected)

    def end(self) -> None:
        """End the record. Raises :class:`RulingsDiffer` if its overrulings are impossible."""
        try:
            check_overrulings(self._match)
        except NotToBeOverruled as refusal:
            last = max(kept.number for kept in self._match.of_kind(TurnOverruled.kind))
            raise self._differ(last, obstacle=refusal.refusal) from refusal

    def _hear(self, kept: RecordedEntry) -> None:
        if (missing := next(self._expected, None)) is not None:
            raise self._differ(kept.number, now=as_recorded(missing))
        heard = read_as(kept, EventHeard)
        try:
            self._expected = self.referee.hearing(heard.event, heard.line)
        except EventRefused as refusal:
            raise self._differ(kept.number, obstacle=refusal) from refusal

    def _rule(self, kept: RecordedEntry) -> Ruling:
        ruling = self._next()
        if ruling is not None and kept.text == as_text(as_data(ruling)):
            return ruling
        recorded = kept.body
        if ruling is None or without_words(recorded) != without_words(_as_kept(ruling, recorded)):
            made = None if ruling is None else as_recorded(ruling)
            ruled = without_doubts(_read(as_contract(read_as(kept, RulingMade).ruling)))
            raise self._differ(kept.number, ruled, made)
        return ruling

    def _rescore(self, kept: RecordedEntry) -> None:
        try:
            self.referee.play.rescore(sheet_overruled(self._match, kept.number + 1))
        except NotToBeOverruled as refusal:
            raise self._differ(kept.number, obstacle=refusal.refusal) from refusal

    def _next(self) -> Ruling | None:
        while (ruling := next(self._expected, None)) is None and self.referee.due is not None:
            self._expected = self.referee.hearing(TimePassed(self.referee.due))
        return ruling

    def _differ(
        self,
        entry: int,
        recorded: dict[str, Any] | None = None,
        now: dict[str, Any] | None = None,
        obstacle: Obstacle | None = None,
    ) -> RulingsDiffer:
        then = software_at(self._match, entry)
        return RulingsDiffer(
            RulingDifference(self._match.number, entry, recorded, now, obstacle, then, software())
        )


def first_difference(match: RecordedMatch) -> RulingDifference | None:
    """Return the first ruling of a sound match that today's referee would change; None if none."""
    try:
        judging = Rejudger(match)
        for kept in match.entries[1:]:
            judging.follow(kept)
        judging.end()
    except RulingsDiffer as differ:
        return differ.difference
    return None


def software_at(match: RecordedMatch, entry: int) -> Mapping[str, str]:
    """Return the versions of the software that ruled at this entry."""
    resumed = [again for number, again in match.read(MatchResumed) if number <= entry]
    return (resumed[-1] if resumed else match.header).software


def as_recorded(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling with its sentence, as it would be read from JSON."""
    return _read(ruling_as_json(ruling))


def without_words(recorded: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a ruling that are compared: all but its doubts and its sentence."""
    return {name: value for name, value in without_doubts(recorded).items() if name != "text"}


def _as_kept(ruling: Ruling, recorded: dict[str, Any]) -> dict[str, Any]:
    """Return today's ruling with the fields that the recorded one has."""
    made = ruling_as_json(ruling) if "text" in recorded else as_data(ruling)
    earlier = [name for name in _ADDED_LATER if name not in recorded]
    return _read({name: value for name, value in made.items() if name not in earlier})


def _read(body: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(as_text(body))
    return read


def without_doubts(recorded: dict[str, Any]) -> dict[str, Any]:
    """Return the ruling as the referee made it, without the doubts that the table added."""
    return {name: value for name, value in recorded.items() if name != "unverified"}


@dataclass(frozen=True)
class StateAt:
    """The table after a ruling, by the referee's book."""

    entry: int
    ruling: Ruling
    play: Game

    def as_json(self) -> dict[str, Any]:
        """Return the state as ``boxctl replay --at --json`` writes it."""
        play, answer = self.play, self.play.answer
        wins = play.sheet.wins_of_all
        return {
            "entry": self.entry,
            "ruling": ruling_as_json(self.ruling),
            "over": play.over,
            "player": play.player,
            "open": numbers(play.open),
            "levers": numbers(play.levers),
            "to_move": numbers(play.left),
            "throw": None if answer is None else list(answer.throw),
            "moves": None if answer is None else moves_as_json(answer.moves),
            "moved": None if answer is None else numbers(answer.moved),
            "put_back": put_back_as_json(play.put_back),
            "dice": list(play.counts) if play.may_throw else None,
            "owed": what_is_owed(play),
            "scores": self._by_player(play.sheet.round_scores),
            "totals": self._by_player(play.sheet.totals),
            **({} if wins is None else {"wins": self._by_player(wins)}),
            "out": [play.players[seat] for seat in play.sheet.out],
        }

    @property
    def sentence(self) -> str:
        """The sentence of the ruling, with its doubts."""
        return sentence_with_doubts(self.ruling)

    @property
    def lines(self) -> list[str]:
        """The state of the table, in lines for people."""
        return list(state_lines(self.play))

    def _by_player(self, by_seat: dict[int, int]) -> dict[str, int]:
        return {self.play.players[seat]: by_seat[seat] for seat in sorted(by_seat)}


def state_at(match: RecordedMatch, entry: int) -> StateAt:
    """Return the table of a sound match after a ruling; ``entry`` is its number.

    Raises :class:`JournalFault` (BX612) if today's referee rules otherwise up to there.
    """
    ruling = None
    try:
        judging = Rejudger(match)
        for kept in match.entries[1 : entry + 1]:
            ruling = judging.follow(kept)
    except RulingsDiffer as differ:
        raise faults.ruled_otherwise(match.number, differ.difference.entry) from differ
    assert ruling is not None, "the entry is a ruling"
    # The referee never doubts: what it rules again lacks the doubts that the table had.
    doubts = read_as(match.entries[entry], RulingMade).ruling.unverified
    return StateAt(entry, replace(ruling, unverified=doubts), judging.referee.play)
