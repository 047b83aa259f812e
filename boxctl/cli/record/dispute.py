"""``boxctl dispute``: what a ruling rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime

from boxctl.audit.dispute import AllowedMove, Dispute, RecordedAction, dispute
from boxctl.cli.options import Options
from boxctl.journal.disk.default_path import usual_place
from boxctl.journal.query import read_sound_match, ruling_number
from boxctl.presentation.phrases import dice, listed
from boxctl.presentation.record.recorded_entries import event_in_words
from boxctl.rules.tiles import tile_set, write_tiles
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Print what levers and dice did, what was allowed, the rule, and how sure the sensors were."""
    options = Options("dispute", "What a ruling rests on: levers, dice, moves, rule and sensors.")
    options.add_match()
    options.add_ruling()
    options.add_json()
    given = options.parse_args(arguments)
    match = read_sound_match(given.journal or usual_place(), given.match)
    found = dispute(match, ruling_number(match, given.ruling))
    print_lines(*([json.dumps(found.as_json())] if given.json else _for_people(found)))
    return 0


def _for_people(found: Dispute) -> Iterator[str]:
    ruling, number = found.ruling, found.match.number
    yield f"match {number}, entry {found.entry}: {ruling['verdict']}, {ruling['player']}"
    yield f"  {_clock(found.time)}  {found.sentence}"
    yield ""
    yield f"What levers and dice did in the turn (time of day, UTC, {found.time.date()}):"
    yield from map(_event, found.happened)
    if not found.happened:
        yield "  nothing"
    yield ""
    yield "What was allowed:"
    yield from (f"  {line}" for line in _allowed(found))
    yield ""
    yield "The rules:"
    yield from (f"  {rule}  {text}" for rule, text in found.rules.items())
    yield ""
    yield "How sure it is:"
    yield from (f"  unverified: {doubt}" for doubt in found.doubts)
    if not found.doubts:
        yield "  nothing that it rests on was in doubt"
    for happened, doubt in found.further_doubts:
        yield f"  also in the turn: {event_in_words(happened.heard.event)}: {doubt}"
    if found.overruled is not None:
        yield ""
        yield f"An operator has overruled it: the turn scores {found.overruled}."


def _event(happened: RecordedAction) -> str:
    did, sure = event_in_words(happened.heard.event), "; ".join(happened.evidence)
    return f"  {_clock(happened.time)}  {did:<22} {sure}"


def _allowed(found: Dispute) -> Iterator[str]:
    if found.thrown is None:
        yield "nothing had been thrown"
        return
    yield f"{dice(found.thrown)} thrown, with {write_tiles(tile_set(found.open))} open"
    if not found.allowed:
        yield "no move"
        return
    yield f"moves: {_written(found.allowed)}"
    if found.chosen:
        yield f"moved: {'+'.join(map(str, found.chosen))}"
        yield f"other moves: {_written(found.others) or 'none'}"


def _written(moves: Sequence[AllowedMove]) -> str:
    return listed(f"{'+'.join(map(str, move.tiles))} ({move.rule})" for move in moves)


def _clock(time: datetime) -> str:
    return time.time().isoformat(timespec="milliseconds")
