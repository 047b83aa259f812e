"""Show what a ruling rests on: the levers and dice of its turn, the moves, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from boxctl.audit.asked_ruling import turn_with
from boxctl.audit.overruled_result import OverruledResult, overruled_scores, result_that_stands
from boxctl.journal.entry_kinds import RecordedRuling
from boxctl.journal.evidence import Evidence
from boxctl.journal.recorded_match import RecordedEvent, RecordedMatch, TimeOfDay
from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.journal.recorded_entries import as_contract, evidence_in_words, sentence_of
from boxctl.presentation.phrases import WRITTEN
from boxctl.referee.fields import fields_of, moves_as_json, write_fields
from boxctl.referee.lines import LeverMoved, event_as_json
from boxctl.referee.payloads import Verdict
from boxctl.rules import rule_ids
from boxctl.rules.moves import Move
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.tiles import NO_TILES, TileSet, numbers
from groundwork.frozen_dataclass import frozen_dataclass

_ON_A_THROW = (Verdict.THROW, Verdict.AGAIN, Verdict.FIRST_THROW, Verdict.VOID)
_ON_MOVED_TILES = (Verdict.COMMITTED, Verdict.PROVISIONAL, Verdict.PENDING, Verdict.TAKEN_BACK)


@frozen_dataclass
class RecordedAction:
    """An act of levers, dice or buttons; ``never_moved`` if it went back within R4.7.

    Nothing senses what is ``tapped``.
    """

    heard: RecordedEvent
    time: datetime
    never_moved: bool
    tapped: bool = False

    @property
    def evidence(self) -> tuple[str, ...]:
        """The way in which the table learned of it, in words."""
        words = evidence_in_words(self.heard, self.never_moved, tapped=self.tapped)
        return (*words, *self.doubts)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about it, in words."""
        return doubts_in_words(self.heard.how.doubts, WRITTEN)


@dataclass(frozen=True)
class Dispute:
    """A ruling and what it rests on.

    ``thrown`` is the throw in question and ``on_throw`` the ruling on it, None if there is none;
    ``open`` are the tiles open by the book before it was played; ``allowed`` are its moves,
    ``chosen`` the tiles moved for it.
    """

    match: RecordedMatch
    entry: int
    ruling: RecordedRuling
    time: datetime
    happened: tuple[RecordedAction, ...]
    thrown: tuple[object, ...] | None
    on_throw: RecordedRuling | None
    open: TileSet
    allowed: tuple[Move, ...]
    chosen: TileSet

    @property
    def sentence(self) -> str:
        """The sentence of the ruling."""
        return sentence_of(self.ruling)

    @property
    def others(self) -> tuple[Move, ...]:
        """The other moves that were allowed; while a move is only begun, those that contain it."""
        if any(move.tiles == self.chosen for move in self.allowed):
            return tuple(move for move in self.allowed if move.tiles != self.chosen)
        begun = self.chosen
        return tuple(move for move in self.allowed if not begun or begun & ~move.tiles)

    @property
    def may_throw_again(self) -> bool:
        """Whether the throw was a double that could be played or thrown again (R5.7)."""
        return bool(self.allowed) and self.match.rules.is_double_to_choose(self.thrown or ())

    @property
    def rules(self) -> dict[str, str]:
        """The text of the ruling's rule and of those that allow its moves, by id."""
        again = [rule_ids.MAY_RETHROW] if self.may_throw_again else []
        of_moves = [move.rule for move in self.allowed]
        cited = dict.fromkeys([self.ruling.rule, *of_moves, *again])
        texts = rule_texts()
        return {rule: texts[rule] for rule in cited if rule in texts}

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about the ruling, in words; usually none."""
        return doubts_in_words(self.ruling.unverified, WRITTEN)

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
        ended = self.ruling.verdict is Verdict.MATCH_OVER and self.match.overrulings
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
            "open": numbers(self.open),
            "moves": moves_as_json(self.allowed),
            "chosen": numbers(self.chosen),
            "others": moves_as_json(self.others),
            "rules": self.rules,
            "unverified": list(self.doubts),
            "tapped": self.match.header.tapped,
            "overruled": self.overruled,
            "result": None if self.result is None else self.result.as_json(),
        }


def dispute(match: RecordedMatch, entry: int) -> Dispute:
    """Return the basis of a ruling; ``entry`` is its number in a sound match."""
    times = TimeOfDay(match)
    turn = turn_with(match, entry)
    rulings = turn.up_to(entry)
    throw = _throw_in_question(rulings)
    on_throw = None if throw is None else rulings[throw]
    return Dispute(
        match,
        entry,
        rulings[-1],
        times.of(entry, rulings[-1].at),
        tuple(_what_happened(match, range(turn.begins, entry), times)),
        None if on_throw is None else on_throw.throw,
        on_throw,
        # By the book, at the throw.
        rulings[throw - 1 if throw else -1].open,
        () if on_throw is None else on_throw.contract.moves or (),
        NO_TILES if throw is None else _chosen(rulings[throw + 1 :]),
    )


def _throw_in_question(rulings: Sequence[RecordedRuling]) -> int | None:
    """Return the index of the ruling on the throw that the last of these rulings answers."""
    last = len(rulings) - 1
    for place in range(last, -1, -1):
        ruling = rulings[place]
        if ruling.rule == rule_ids.MAY_RETHROW:
            continue  # it is about the double, whose moves the ruling on it has
        if ruling.verdict in _ON_A_THROW and (ruling.verdict is not Verdict.VOID or place == last):
            return place
        if ruling.verdict is Verdict.TURN_OVER and ruling.throw is not None:
            return place
    return None


def _chosen(rulings: Sequence[RecordedRuling]) -> TileSet:
    """Return the tiles that had been moved for a throw by the last of the rulings on its answer."""
    chosen = NO_TILES
    for ruling in rulings:
        if ruling.verdict in _ON_MOVED_TILES:
            chosen = ruling.contract.tiles or NO_TILES
    return chosen


def _what_happened(
    match: RecordedMatch, entries: range, times: TimeOfDay
) -> Iterator[RecordedAction]:
    events = [heard for heard in match.events if heard.entry in entries]
    never = _never_moved(events, round(match.rules.bump_ms * 1000))
    for heard in events:
        time = times.of(heard.entry, heard.event.at)
        tapped = match.header.tapped is not None
        yield RecordedAction(heard, time, heard.entry in never, tapped)


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
    how = write_fields(happened.heard.how, fields_of(Evidence))
    return {**how, "doubts": list(happened.doubts)} if happened.doubts else how


def _written(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
