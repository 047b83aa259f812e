"""A recorded match told again, entry by entry, to people and to other programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from boxctl.audit.overruled_result import Scores, overruled_scores, result_of
from boxctl.audit.recorded_rulings import as_contract, recorded_doubts, sentence_of
from boxctl.journal import entries as kinds
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import dice, put_back, unverified
from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.lines import event_of
from boxctl.referee.put_back import PutBack
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import written
from boxctl.rules.tiles import tile_set, write_tiles
from groundwork.times import START, MatchTime
from hardware.devices import DeviceBack, DeviceLost

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NarratedEntry:
    """An entry in words; ``at`` is in microseconds since the match began, never going back.

    ``rule`` is that of a ruling, else empty.
    """

    entry: int
    at: MatchTime
    text: str
    rule: str = ""


def narrate(match: RecordedMatch) -> Iterator[NarratedEntry]:
    """Everything that is recorded of a sound match, in order, in words."""
    latest, overruled = START, overruled_scores(match)
    for kept in match.entries[1:]:
        body = kept.body
        latest = MatchTime(max(latest, _at(kept.kind, body, match, latest)))
        rule = str(body["rule"]) if kept.kind == kinds.RULING else ""
        yield NarratedEntry(kept.number, latest, _in_words(kept, body, overruled), rule)


def rulings_as_json(match: RecordedMatch) -> Iterator[dict[str, Any]]:
    """The recorded rulings as ``boxctl referee`` gives them, and those of operators among them.

    Each of these tells the ``result`` that it leads to, null while the match is not over.
    """
    at = match.header["at"]
    for kept in match.entries:
        if kept.kind == kinds.RULING:
            at = kept.body["at"]
            yield as_contract(kept.body)
        elif kept.kind == kinds.OVERRULED:
            over = {"at": at, "verdict": "overruled", "entry": kept.number}
            result = result_of(match, overruled_scores(match, kept.number + 1))
            yield {**over, **kept.body, "result": None if result is None else result.as_json()}


def referee_options(match: RecordedMatch, today: RuleSet) -> list[str]:
    """The options with which ``boxctl referee`` rules on the match's events as it was ruled.

    ``today`` are the rules that the variant has now.
    """
    now = written(today)
    changes = [
        f"--set={name}={value}"
        for name, value in written(match.rules).items()
        if now[name] != value
    ]
    options = [f"--rules={match.variant}", *changes, f"--players={','.join(match.players)}"]
    if match.levers != match.rules.in_play:
        options.append(f"--open={write_tiles(match.levers)}")
    if match.at or match.line:
        options += [f"--at={json.dumps(match.header['at'])}", f"--line={match.line}"]
    return options


def paced(
    things: Iterable[T], at: Callable[[T], int], speed: float, sleep: Callable[[float], object]
) -> Iterator[T]:
    """The things with the pauses between their times (microseconds), divided by ``speed``."""
    latest: int | None = None
    for thing in things:
        now = at(thing)
        if latest is not None and now > latest:
            sleep((now - latest) / 1_000_000 / speed)
        latest = now if latest is None else max(latest, now)
        yield thing


def event_in_words(event: Event) -> str:
    """``the 7 goes down``, ``3 and 4 are thrown``, ``confirm is pressed``."""
    match event:
        case Thrown(values=values):
            shown = dice(values)
            return f"{shown} {'is' if len(values) == 1 else 'are'} thrown"
        case LeverMoved(tile=number, open=open):
            return f"the {number} goes {'up' if open else 'down'}"
        case Pressed(button=button):
            return f"{button} is pressed"
        case _:
            return "time passes"


def overruling_in_words(body: dict[str, Any]) -> str:
    """Who has overruled what, and why."""
    by = f" by {body['by']}" if body["by"] else ""
    return (
        f"overruled{by}: the turn of {body['player']} that ended with entry {body['ruling']} "
        f"scores {body['score']} instead of {body['was']}: {body['reason']}"
    )


def _at(kind: str, body: dict[str, Any], match: RecordedMatch, latest: int) -> int:
    at = body["event"]["at"] if kind == kinds.EVENT else body.get("at")
    return latest if at is None else round(at * 1_000_000) - match.at


def _in_words(kept: RecordedEntry, body: dict[str, Any], overruled: Scores) -> str:
    match kept.kind:
        case kinds.EVENT:
            return event_in_words(event_of(body["event"]))
        case kinds.RULING:
            return _ruling(body, overruled.get(kept.number))
        case kinds.DEVICE:
            notice = DeviceBack if body["answers"] else DeviceLost
            return notice_sentence(notice(0, body["device"], body["says"]))
        case kinds.RESUMED:
            return _resumed(body)
        case kinds.GOES_ON:
            return f"the levers are right: the match goes on ({body['now']})"
        case kinds.DECLARED:
            return "the players declare the levers to be right as they stand: the match goes on"
        case kinds.LEFT:
            return f"the match is left: {body['why']}"
        case kinds.OVERRULED:
            return overruling_in_words(body)
        case _:
            return f"{kept.kind}: something that this version of boxctl does not know"


def _ruling(body: dict[str, Any], overruled: int | None) -> str:
    doubts = unverified(recorded_doubts(body.get("unverified", ())))
    mark = "" if overruled is None else f" (overruled: {overruled})"
    return f"{sentence_of(body)}{doubts}{mark}"


def _resumed(body: dict[str, Any]) -> str:
    text = f"the program was started again ({body['now']})"
    back = PutBack(*(tile_set(body["put_back"][way]) for way in ("open", "shut")))
    return f"{text}: {put_back(back)}" if back else text
