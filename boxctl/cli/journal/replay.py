"""``boxctl replay``: a recorded match told again, or how it stood at a ruling."""

from __future__ import annotations

import argparse
import json
import shlex
import time
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from pathlib import Path
from typing import TypeVar

from boxctl.audit.narrate import (
    NarratedEntry,
    narrate,
    paced,
    referee_options,
    rulings_as_json,
)
from boxctl.audit.overruled_result import result_that_stands
from boxctl.audit.rejudge import state_at
from boxctl.cli import BadOption
from boxctl.cli.journal.key import note_if_unsigned
from boxctl.cli.journal.record_options import add_what_it_is_about, named_ruling
from boxctl.cli.options import Options
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.entries import STALL, TOURNAMENT
from boxctl.journal.proof.chain import kind_of_record
from boxctl.journal.query import as_number, read_sound_match, reading
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.phrases import shown_player
from boxctl.referee.lines import write_event
from boxctl.rules.variants import variant
from groundwork.language import all_of, labelled, tr
from groundwork.local_time import told_time
from groundwork.printing import as_text, print_lines

T = TypeVar("T")


def run(arguments: list[str]) -> int:
    """Print the match in words, its rulings, its events, a command, or how it stood at a ruling."""
    given = options().parse_args(arguments)
    journal = given.journal or place_to_read()
    number = as_number(given.match)
    kind = None if number is None else _kind(journal, number)
    if number is not None and kind == TOURNAMENT:
        return _replay_tournament(journal, number, as_json=given.json)
    if number is not None and kind == STALL:
        return _replay_stall(journal, number, as_json=given.json)
    match = read_sound_match(journal, given.match)
    ruling = named_ruling(match, given.at, given)
    command = _command(match) if given.command else ""
    by_people = not (given.json or given.events or given.command)
    note_if_unsigned(journal, match, by_people=by_people)
    if ruling is not None:
        _print_state(match, ruling, as_json=given.json)
    elif command:
        print_lines(command)
    else:
        for line in _lines(match, given):
            print_lines(line, flush=given.speed is not None)
    return 0


def _kind(journal: Path, number: int) -> str | None:
    with reading(journal) as connection:
        return kind_of_record(connection, number)


def _replay_tournament(journal: Path, number: int, *, as_json: bool) -> int:
    """Print the rounds of a tournament and the table that they have come to."""
    from boxctl.cli.tournament.shown import show
    from boxctl.journal.tournament_record import TOURNAMENTS
    from boxctl.presentation.tournament.table_lines import round_lines, table_lines

    found = TOURNAMENTS.read(journal, number)
    rounds = range(1, found.state.round + 1)
    of_rounds = (line for each in rounds for line in (*round_lines(found.state, each), ""))
    show(found, (*of_rounds, *table_lines(number, found.state)), as_json=as_json)
    return 0


def _replay_stall(journal: Path, number: int, *, as_json: bool) -> int:
    """Print the goes of a day at a stall, and the sheet that they have come to."""
    from boxctl.cli.stall.shown import show
    from boxctl.journal.stall_record import STALLS
    from boxctl.presentation.stall.sheet import go_lines, sheet_lines

    found = STALLS.read(journal, number)
    show(found, (*go_lines(found.state), "", *sheet_lines(number, found.state)), as_json=as_json)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("replay")
    options.add_match()
    options.add_argument(
        "--at", metavar="RULING", help=tr("only how the match stood when this ruling had been made")
    )
    add_what_it_is_about(options)
    options.add_argument(
        "--speed",
        metavar="N",
        type=_speed,
        help=tr("with the pauses as they were, N times as fast (default: at once)"),
    )
    output = options.add_mutually_exclusive_group()
    output.add_argument(
        "--json", action="store_true", help=tr("the rulings, as boxctl referee writes them")
    )
    output.add_argument(
        "--events", action="store_true", help=tr("the box events, as boxctl referee reads them")
    )
    output.add_argument(
        "--command",
        action="store_true",
        help=tr("the command that rules on the events as it was ruled"),
    )
    return options


def _command(match: RecordedMatch) -> str:
    if any("," in name or name != name.strip() for name in match.players):
        raise BadOption(
            tr(
                "--command: boxctl referee can be told no name that has a comma, or a space "
                "around it."
            )
        )
    if any(as_text(name) != name for name in match.players):
        raise BadOption(
            tr(
                "--command: boxctl referee can be told no name with a character that cannot "
                "be shown."
            )
        )
    return shlex.join(["boxctl", "referee", *referee_options(match, variant(match.variant))])


def _print_state(match: RecordedMatch, entry: int, *, as_json: bool) -> None:
    state = state_at(match, entry)
    if as_json:
        print_lines(json.dumps({"match": match.number} | state.as_json()))
    else:
        print_lines(
            tr(
                "match {match}, ruling {entry}: {sentence}  [{rule}]",
                match=match.number,
                entry=entry,
                sentence=state.sentence,
                rule=state.ruling.rule,
            ),
            *(f"  {line}" for line in state.lines),
        )
        result = result_that_stands(match) if match.overrulings and state.play.over else None
        if result is not None:
            stands = result.in_words()
            print_lines(tr("With the overrulings of an operator: {result}", result=stands))


def _lines(match: RecordedMatch, given: argparse.Namespace) -> Iterator[str]:
    if given.events:
        events = _in_time(match.events, lambda heard: heard.event.at, given)
        return (write_event(heard.event) for heard in events)
    if given.json:
        rulings = rulings_as_json(match)
        return map(json.dumps, _in_time(rulings, lambda body: round(body["at"] * 1e6), given))
    return _told(match, given)


def _told(match: RecordedMatch, given: argparse.Namespace) -> Iterator[str]:
    yield tr(
        "match {match}, begun {time} on {box}",
        match=match.number,
        time=told_time(match.began),
        box=match.box,
    )
    yield labelled(name_of_match(match), all_of(map(shown_player, match.players)))
    yield from map(_line, _in_time(narrate(match), lambda told: told.at, given))
    result = result_that_stands(match)
    if match.overrulings and result is not None:
        yield tr("with that: {result}", result=result.in_words())


def _line(told: NarratedEntry) -> str:
    minutes, microseconds = divmod(told.at, 60_000_000)
    return f"{told.entry:>5} {minutes:>4}:{microseconds / 1e6:06.3f}  {told.rule:<5} {told.text}"


def _in_time(things: Iterable[T], at: Callable[[T], int], given: argparse.Namespace) -> Iterable[T]:
    return things if given.speed is None else paced(things, at, given.speed, time.sleep)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not (speed > 0 and isfinite(speed)):
        raise argparse.ArgumentTypeError(tr("{text} is not a number above 0", text=text))
    return speed
