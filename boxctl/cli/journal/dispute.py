"""``boxctl dispute``: what a ruling rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from boxctl.audit.dispute import Dispute, RecordedAction, dispute
from boxctl.cli.journal.key import note_if_unsigned
from boxctl.cli.journal.record_options import add_what_it_is_about, named_ruling
from boxctl.cli.options import Options
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.query import LAST, read_sound_match, ruling_number
from boxctl.presentation.journal.audit_sentences import nothing_sensed
from boxctl.presentation.journal.recorded_entries import event_in_words
from boxctl.presentation.phrases import WRITTEN, added_up, dice, shown_player
from boxctl.presentation.sentences.objections import rule_in_words
from boxctl.presentation.sentences.throws import or_throw_again
from boxctl.referee.payloads import Verdict
from boxctl.rules.moves import Move
from boxctl.rules.rule_ids import MAY_RETHROW, STOP_NUMBER, WHO_STARTS
from boxctl.rules.rulebook import rule_texts
from boxctl.rules.tiles import write_tiles
from groundwork.language import all_of, clauses, current, labelled, tr
from groundwork.local_time import day_and_offset, told_clock
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Print what levers and dice did, what was allowed, the rule, and how sure the sensors were."""
    given = options().parse_args(arguments)
    journal = given.journal or place_to_read()
    match = read_sound_match(journal, given.match)
    named = named_ruling(match, given.ruling, given)
    found = dispute(match, ruling_number(match, LAST) if named is None else named)
    note_if_unsigned(journal, match, by_people=not given.json)
    print_lines(*([json.dumps(found.as_json())] if given.json else _for_people(found)))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("dispute")
    options.add_match()
    options.add_argument(
        "ruling",
        metavar="RULING",
        nargs="?",
        help=tr("its number, as boxctl replay shows it, or last (default: last)"),
    )
    add_what_it_is_about(options)
    options.add_json()
    return options


def _for_people(found: Dispute) -> Iterator[str]:
    ruling = found.ruling
    yield labelled(_which(found), _cited(ruling.rule))
    day = day_and_offset(found.time)
    yield f"  {told_clock(found.time, day)}  {found.sentence}"
    yield ""
    yield tr("What levers and dice did in the turn (time of day on {day}):", day=day)
    yield from (_event(happened, day) for happened in found.happened)
    if not found.happened:
        yield tr("  nothing")
    yield ""
    yield tr("What was allowed:")
    yield from (f"  {line}" for line in _allowed(found))
    yield ""
    yield tr("The rules:")
    in_language = rule_texts(current().code)
    for rule, text in found.rules.items():
        yield f"  {rule}  {in_language.get(rule, text)}"
    yield ""
    yield tr("How sure it is:")
    yield from _how_sure(found)
    if found.overruled is not None:
        yield ""
        yield tr("An operator has overruled it: the turn scores {score}.", score=found.overruled)
    if found.result is not None:
        yield ""
        stands = found.result.in_words()
        yield tr("With the overrulings of an operator: {result}", result=stands)


def _which(found: Dispute) -> str:
    """Name the match, the ruling and the player; the end of a round or match is nobody's."""
    if found.ruling.verdict in (Verdict.ROUND_OVER, Verdict.MATCH_OVER):
        return tr("match {match}, ruling {entry}", match=found.match.number, entry=found.entry)
    return tr(
        "match {match}, ruling {entry}, {player}",
        match=found.match.number,
        entry=found.entry,
        player=shown_player(found.ruling.player),
    )


def _cited(rule: str) -> str:
    return rule_in_words(rule)


def _how_sure(found: Dispute) -> Iterator[str]:
    if (tapped := found.match.header.tapped) is not None:
        yield f"  {nothing_sensed(tapped)}"
    for doubt in found.doubts:
        yield tr("  unverified: {doubt}", doubt=doubt)
    if not found.doubts and tapped is None:
        yield tr("  nothing that it rests on was in doubt")
    for happened, doubt in found.further_doubts:
        event = event_in_words(happened.heard.event)
        yield tr("  also in the turn: {event}: {doubt}", event=event, doubt=doubt)


def _event(happened: RecordedAction, day: str) -> str:
    did = event_in_words(happened.heard.event)
    sure = clauses(happened.evidence)
    return f"  {told_clock(happened.time, day)}  {did:<22} {sure}"


def _allowed(found: Dispute) -> Iterator[str]:
    if found.thrown is None:
        yield tr("nothing had been thrown")
        return
    yield tr(
        "{dice} thrown, with {tiles} open",
        dice=dice(found.thrown, WRITTEN),
        tiles=write_tiles(found.open),
    )
    if not found.allowed:
        yield _why_none(found)
        return
    yield tr("moves: {moves}", moves=_written(found.allowed))
    if found.may_throw_again:
        yield f"{or_throw_again()} ({_cited(MAY_RETHROW)})"
    if found.chosen:
        yield tr("moved: {tiles}", tiles=added_up(found.chosen, WRITTEN))


def _why_none(found: Dispute) -> str:
    """Say why nothing could be moved for the throw, by the rule of the ruling on it."""
    assert found.on_throw is not None
    rule = _cited(found.on_throw.rule)
    if found.on_throw.verdict is Verdict.VOID:
        return tr("nothing, as the throw does not count ({rule})", rule=rule)
    if found.on_throw.rule in (STOP_NUMBER, WHO_STARTS):
        return tr("nothing, as the throw is not played ({rule})", rule=rule)
    return tr("no move ({rule})", rule=rule)


def _written(moves: Sequence[Move]) -> str:
    """List moves with their rules: the one that allows all of them, or that of each."""
    rules = {move.rule for move in moves}
    if len(rules) == 1:
        return f"{all_of(_in_order(moves))} ({_cited(rules.pop())})"
    by_tiles = {_shown(move): move.rule for move in moves}
    return all_of(f"{tiles} ({by_tiles[tiles]})" for tiles in _in_order(moves))


def _in_order(moves: Sequence[Move]) -> list[str]:
    read = sorted(moves, key=lambda move: (move.tiles.bit_count(), -move.tiles))
    return [_shown(move) for move in read]


def _shown(move: Move) -> str:
    return added_up(move.tiles, WRITTEN)
