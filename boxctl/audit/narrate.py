"""Tell a recorded match again, entry by entry; overrule the end of a turn by a further entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from boxctl.audit.overruled_result import (
    NotToBeOverruled,
    OverruledResult,
    overruled_scores,
    result_of,
    result_that_stands,
    turn_to_overrule,
)
from boxctl.audit.rejudge import Rejudger, RulingsDiffer
from boxctl.journal.add_entry import add_entry, holding
from boxctl.journal.entry_kinds import (
    EventHeard,
    JournalEntry,
    RulingMade,
    TurnOverruled,
    entry_of,
    read_as,
    read_entry,
)
from boxctl.journal.faults import ruled_otherwise
from boxctl.journal.query import read_sound_match, ruling_number
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.input_faults import doubts_in_words
from boxctl.presentation.journal.ledger_sentences import OverrulingRefusalReason
from boxctl.presentation.journal.recorded_entries import (
    as_contract,
    entry_in_words,
    overruled_mark,
    sentence_of,
)
from boxctl.presentation.phrases import WRITTEN, unverified
from boxctl.referee.fields import in_seconds
from boxctl.referee.players import handicaps_by_name
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from
from boxctl.rules.tiles import write_tiles
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.times import START, MatchTime

T = TypeVar("T")


@frozen_dataclass
class NarratedEntry:
    """An entry in words; ``at`` is in microseconds since the match began and never goes back.

    ``rule`` is the rule of a ruling, else empty.
    """

    entry: int
    at: MatchTime
    text: str
    rule: str = ""


def narrate(match: RecordedMatch) -> Iterator[NarratedEntry]:
    """Yield every entry of a sound match after the header, in order, in words."""
    latest, overruled = START, overruled_scores(match)
    for kept in match.entries[1:]:
        entry = read_entry(kept)
        latest = MatchTime(max(latest, _at(entry, match, latest)))
        if not isinstance(entry, RulingMade):
            yield NarratedEntry(kept.number, latest, entry_in_words(entry, kept.kind))
            continue
        ruling = entry.ruling
        text = sentence_of(ruling) + unverified(doubts_in_words(ruling.unverified, WRITTEN))
        if kept.number in overruled:
            text += overruled_mark(overruled[kept.number])
        yield NarratedEntry(kept.number, latest, text, ruling.rule)


def rulings_as_json(match: RecordedMatch) -> Iterator[dict[str, Any]]:
    """Yield the recorded rulings as ``boxctl referee`` writes them, and the overrulings."""
    for kept in match.entries:
        if kept.kind == RulingMade.kind:
            yield as_contract(read_as(kept, RulingMade).ruling)
        elif kept.kind == TurnOverruled.kind:
            yield overruling_as_json(match, kept.number, read_as(kept, TurnOverruled))


def overruling_as_json(
    match: RecordedMatch, number: int, overruled: TurnOverruled
) -> dict[str, Any]:
    """Return the entry ``number`` as a line; its ``at`` is that of the last ruling before it.

    Its ``result`` is what the match comes to with it, null while the match is not over.
    """
    before = [made.ruling.at for entry, made in match.read(RulingMade) if entry < number]
    return {
        "at": in_seconds(before[-1] if before else match.at),
        "verdict": overruled.kind,
        "entry": number,
        **entry_of(overruled).body,
        "result": _as_json(result_of(match, overruled_scores(match, number + 1))),
    }


def referee_options(match: RecordedMatch, today: RuleSet) -> list[str]:
    """Return the options with which ``boxctl referee`` rules on the match's events as then.

    ``today`` are the variant's rules now: settings that differ from them become options.
    """
    changed = changed_from(today, match.rules)
    changes = [f"--set={name}={value}" for name, value in changed.items()]
    options = [f"--rules={match.variant}", *changes, f"--players={','.join(match.players)}"]
    given = handicaps_by_name(match.rules, match.players)
    options += [f"--handicap={name}={points}" for name, points in given.items()]
    if match.levers != match.rules.in_play:
        options.append(f"--open={write_tiles(match.levers)}")
    if match.at or match.line:
        options += [f"--at={json.dumps(in_seconds(match.at))}", f"--line={match.line}"]
    return options


def paced(
    things: Iterable[T], at: Callable[[T], int], speed: float, sleep: Callable[[float], object]
) -> Iterator[T]:
    """Yield these with the pauses between their times (microseconds), divided by ``speed``."""
    latest: int | None = None
    for thing in things:
        now = at(thing)
        if latest is not None and now > latest:
            sleep((now - latest) / 1_000_000 / speed)
        latest = now if latest is None else max(latest, now)
        yield thing


def _as_json(result: OverruledResult | None) -> dict[str, Any] | None:
    return None if result is None else result.as_json()


def _at(entry: JournalEntry | None, begun: RecordedMatch, latest: MatchTime) -> int:
    at: MatchTime | None
    match entry:
        case EventHeard():
            at = entry.event.at
        case RulingMade():
            at = entry.ruling.at
        case _:
            at = getattr(entry, "at", None)
    return latest if at is None else at - begun.at


@frozen_dataclass
class OverrulingRequest:
    """A request of an operator: a score for the turn that ended with ``ruling``, and the reason."""

    ruling: str
    score: int
    reason: str
    by: str | None


@frozen_dataclass
class RecordedOverruling:
    """An overruling as recorded, and the result of the match; None before its end.

    ``line`` is the overruling as ``boxctl replay --json`` writes it.
    """

    match: int
    entry: int
    told: TurnOverruled
    result: OverruledResult | None
    line: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the JSON document of ``boxctl overrule --json``."""
        return {"match": self.match, **self.line}


def overrule(
    journal: Path, wanted: str, overruling: OverrulingRequest, now: str
) -> RecordedOverruling:
    """Record an overruling; ``wanted`` names the match, ``now`` is the time of day (UTC).

    Raises :class:`JournalFault`, above all :class:`NotToBeOverruled` (BX610) if the turn cannot
    have that score; then nothing is recorded.
    """
    number = read_sound_match(journal, wanted).number
    with holding(journal, number):
        match = read_sound_match(journal, str(number))
        entry = ruling_number(match, overruling.ruling)
        told = overruling_of(match, entry, overruling, now)
        add_entry(journal, match, entry_of(told))
        match = read_sound_match(journal, str(number))
    added = match.entries[-1].number
    line = overruling_as_json(match, added, told)
    return RecordedOverruling(number, added, told, result_that_stands(match), line)


def overruling_of(
    match: RecordedMatch, entry: int, overruling: OverrulingRequest, now: str
) -> TurnOverruled:
    """Return the entry that overrules the turn that ended with ``entry``.

    Raises :class:`JournalFault` like :func:`overrule`.
    """
    _check_rulings(match)
    turn = turn_to_overrule(match, entry, overruling.score)
    return TurnOverruled(
        now=now,
        ruling=entry,
        player=match.players[turn.seat],
        was=overruled_scores(match).get(entry, turn.score),
        score=overruling.score,
        reason=overruling.reason,
        by=overruling.by,
    )


def _check_rulings(match: RecordedMatch) -> None:
    """Raise a fault if today's referee rules otherwise, or rulings are still missing."""
    try:
        judging = Rejudger(match)
        for kept in match.entries[1:]:
            judging.follow(kept)
    except RulingsDiffer as differ:
        raise ruled_otherwise(match.number, differ.difference.entry) from differ
    if match.left and not match.over:
        raise NotToBeOverruled(OverrulingRefusalReason.MATCH_LEFT)
    if not match.over and judging.unsaid():
        raise NotToBeOverruled(OverrulingRefusalReason.RULINGS_MISSING)
