"""Show what a ruling rests on: the levers and dice of its turn, the moves, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from boxctl.audit.overruled_result import OverruledResult, overruled_scores, result_that_stands
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import EventHeard, RulingMade
from boxctl.journal.recorded_match import RecordedEvent, RecordedMatch
from boxctl.journal.time_of_day import TimeOfDay
from boxctl.presentation.record.recorded_entries import evidence_in_words
from boxctl.presentation.record.recorded_rulings import as_contract, recorded_doubts, sentence_of
from boxctl.referee.events import LeverMoved
from boxctl.referee.lines import event_as_json
from boxctl.referee.verdict import Verdict
from boxctl.rules.rulebook import rule_texts
from groundwork.frozen_dataclass import frozen_dataclass

_OWES_NOTHING = (Verdict.ROUND_OVER, Verdict.MATCH_OVER)
"""Verdicts that belong to the turn that has ended before them."""

_ON_A_THROW = (Verdict.THROW, Verdict.AGAIN, Verdict.FIRST_THROW, Verdict.VOID)
_ON_MOVED_TILES = (Verdict.COMMITTED, Verdict.PROVISIONAL, Verdict.PENDING, Verdict.TAKEN_BACK)


@frozen_dataclass
class RecordedAction:
    """An act of levers, dice or buttons; ``never_moved`` if it went back within R4.7."""

    heard: RecordedEvent
    time: datetime
    never_moved: bool

    @property
    def evidence(self) -> tuple[str, ...]:
        """The way in which the table learned of it, in words."""
        words = evidence_in_words(self.heard, self.never_moved)
        return (*words, *self.doubts)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about it, in words."""
        return recorded_doubts(self.heard.how.get("doubts", ()))


@frozen_dataclass
class AllowedMove:
    """A move that was allowed, and by which rule."""

    tiles: tuple[int, ...]
    rule: str


@dataclass(frozen=True)
class Dispute:
    """A ruling and what it rests on.

    ``thrown`` is the throw in question and ``on_throw`` the ruling on it, None if there is none;
    ``open`` are the tiles open by the book before it was played; ``allowed`` are its moves,
    ``chosen`` the tiles moved for it.
    """

    match: RecordedMatch
    entry: int
    ruling: dict[str, Any]
    time: datetime
    happened: tuple[RecordedAction, ...]
    thrown: tuple[object, ...] | None
    on_throw: dict[str, Any] | None
    open: tuple[int, ...]
    allowed: tuple[AllowedMove, ...]
    chosen: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The sentence of the ruling."""
        return sentence_of(self.ruling)

    @property
    def others(self) -> tuple[AllowedMove, ...]:
        """The other moves that were allowed; while a move is only begun, those that contain it."""
        if any(move.tiles == self.chosen for move in self.allowed):
            return tuple(move for move in self.allowed if move.tiles != self.chosen)
        begun = set(self.chosen)
        return tuple(move for move in self.allowed if not begun or not begun <= set(move.tiles))

    @property
    def rules(self) -> dict[str, str]:
        """The text of the ruling's rule and of those that allow its moves, by id."""
        cited = dict.fromkeys([self.ruling["rule"], *(move.rule for move in self.allowed)])
        texts = rule_texts()
        return {rule: texts[rule] for rule in cited if rule in texts}

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about the ruling, in words; usually none."""
        return recorded_doubts(self.ruling.get("unverified", ()))

    @property
    def further_doubts(self) -> tuple[tuple[RecordedAction, str], ...]:
        """The doubts about events of the turn that the ruling does not rest on."""
        return tuple(
            (happened, doubt)
            for happened in self.happened
            for doubt in happened.doubts
            if doubt not in self.doubts
        )

    @property
    def overruled(self) -> int | None:
        """The score an operator has given instead of the ruled one; None if none has."""
        return overruled_scores(self.match).get(self.entry)

    @property
    def result(self) -> OverruledResult | None:
        """The result that stands, if this is the end of a match in which turns were overruled."""
        ended = self.ruling["verdict"] == Verdict.MATCH_OVER and self.match.overrulings
        return result_that_stands(self.match) if ended else None

    def as_json(self) -> dict[str, Any]:
        """Return the JSON document of ``boxctl dispute --json``."""
        return {
            "match": self.match.number,
            "entry": self.entry,
            "ruling": as_contract(self.ruling),
            "time": _written(self.time),
            "events": [_happened(happened) for happened in self.happened],
            "throw": None if self.thrown is None else list(self.thrown),
            "open": list(self.open),
            "moves": _moves(self.allowed),
            "chosen": list(self.chosen),
            "others": _moves(self.others),
            "rules": self.rules,
            "unverified": list(self.doubts),
            "overruled": self.overruled,
            "result": None if self.result is None else self.result.as_json(),
        }


def dispute(match: RecordedMatch, entry: int) -> Dispute:
    """Return what a ruling rests on; ``entry`` is its number in a sound match."""
    times = TimeOfDay(match)
    ruling = match.entries[entry].body
    turn = _turn(match, entry)
    throw = _throw_in_question(turn)
    return Dispute(
        match,
        entry,
        ruling,
        times.of(entry, round(ruling["at"] * 1_000_000)),
        tuple(_what_happened(match, turn, times)),
        None if throw is None else tuple(throw.body["throw"]),
        None if throw is None else throw.body,
        _open_before(turn, throw),
        _allowed(throw),
        _chosen(turn, throw),
    )


def _turn(match: RecordedMatch, entry: int) -> Sequence[RecordedEntry]:
    """Return the entries of the turn up to the ruling, from the end of the turn before."""
    kept = match.entries[: entry + 1]
    ends = [
        k.number
        for k in kept
        if k.kind == RulingMade.kind and k.body["verdict"] == Verdict.TURN_OVER
    ]
    own = kept[-1].body["verdict"]
    if own == Verdict.TURN_OVER or own in _OWES_NOTHING:
        # This turn_over ends the turn in question; it does not begin it.
        ends = ends[:-1]
    return kept[ends[-1] + 1 if ends else 1 :]


def _rulings(turn: Sequence[RecordedEntry]) -> list[RecordedEntry]:
    return [kept for kept in turn if kept.kind == RulingMade.kind]


def _throw_in_question(turn: Sequence[RecordedEntry]) -> RecordedEntry | None:
    """Return the ruling on the throw that the last ruling of the turn is about."""
    rulings = _rulings(turn)
    for kept in reversed(rulings):
        if kept.body["verdict"] in _ON_A_THROW:
            if kept.body["verdict"] == Verdict.VOID and kept is not rulings[-1]:
                continue
            return kept
        if kept.body["verdict"] == Verdict.TURN_OVER and "throw" in kept.body:
            return kept
    return None


def _allowed(throw: RecordedEntry | None) -> tuple[AllowedMove, ...]:
    moves = () if throw is None else throw.body.get("moves", ())
    return tuple(AllowedMove(tuple(move["tiles"]), move["rule"]) for move in moves)


def _open_before(turn: Sequence[RecordedEntry], throw: RecordedEntry | None) -> tuple[int, ...]:
    """Return the tiles open by the book at the throw."""
    rulings = _rulings(turn)
    before = [kept for kept in rulings if throw is None or kept.number < throw.number]
    return tuple((before or rulings)[-1].body["open"])


def _chosen(turn: Sequence[RecordedEntry], throw: RecordedEntry | None) -> tuple[int, ...]:
    """Return the tiles that stood moved for the throw after the last ruling."""
    chosen: tuple[int, ...] = ()
    for kept in _rulings(turn):
        if throw is None or kept.number <= throw.number:
            continue
        if kept.body["verdict"] in _ON_MOVED_TILES:
            chosen = tuple(kept.body["tiles"])
    return chosen


def _what_happened(
    match: RecordedMatch, turn: Sequence[RecordedEntry], times: TimeOfDay
) -> Iterator[RecordedAction]:
    entries = {kept.number for kept in turn if kept.kind == EventHeard.kind}
    events = [heard for heard in match.events if heard.entry in entries]
    never = _never_moved(events, round(match.rules.bump_ms * 1000))
    for heard in events:
        time = times.of(heard.entry, heard.event.at)
        yield RecordedAction(heard, time, heard.entry in never)


def _never_moved(events: Sequence[RecordedEvent], bump: int) -> set[int]:
    """Return the entries of lever changes undone within the bump time, and of their return."""
    never: set[int] = set()
    undecided: dict[int, RecordedEvent] = {}
    for heard in events:
        event = heard.event
        if not isinstance(event, LeverMoved):
            continue
        left = undecided.pop(event.tile, None)
        if left is not None and event.at - left.event.at <= bump:
            never |= {left.entry, heard.entry}
        else:
            undecided[event.tile] = heard
    return never


def _moves(moves: Sequence[AllowedMove]) -> list[dict[str, Any]]:
    return [{"tiles": list(move.tiles), "rule": move.rule} for move in moves]


def _happened(happened: RecordedAction) -> dict[str, Any]:
    return {
        "entry": happened.heard.entry,
        "time": _written(happened.time),
        "event": event_as_json(happened.heard.event),
        "how": _how(happened),
        "never_moved": happened.never_moved,
        "sure": list(happened.evidence),
    }


def _how(happened: RecordedAction) -> dict[str, Any]:
    how = happened.heard.how
    return {**how, "doubts": list(happened.doubts)} if "doubts" in how else how


def _written(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
