"""``boxctl stall go``: somebody pays for a go, plays it here, and its score is taken."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from boxctl.audit.told.results import match_of_go, matches_of_go
from boxctl.cli import BadOption, without_language
from boxctl.cli.game.play import run as play_match
from boxctl.cli.game.play_options import refuse_settled
from boxctl.cli.options import Options, journal_of, plain_words, score_made, whole_number
from boxctl.cli.stall.shown import add_place, show
from boxctl.journal.query import newest, reading
from boxctl.journal.stall_record import STALLS, RecordedDay
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.stall.sheet import (
    due_lines,
    rules_of,
    score_in_words,
    state_line,
)
from boxctl.presentation.ways_to_play import robots_among
from boxctl.referee.players import check_names
from boxctl.rules.ruleset import score
from boxctl.rules.settings import changed_from
from boxctl.rules.variants import variant
from boxctl.stall.day import Day, Go, check_open
from boxctl.stall.events import Event, GoPaid, GoPlayed
from boxctl.stall.faults import no_record_of_go
from groundwork.language import tr


def go(arguments: list[str]) -> int:
    """Record that a go is paid, play it or take its score, and print what it has come to.

    A go that is paid and not played is gone on with. One whose match was over before its score was
    taken, because of a power cut, counts at once.
    """
    given, further = options().parse_known_args(_with_name(arguments))
    refuse_settled("stall go", further)
    journal = journal_of(given)
    if given.score is not None or given.match is not None:
        found = _with_score(given, journal)
    else:
        found, status = _played(given, journal, further)
        if status:
            return status
    show(found, _lines(found.state), as_json=given.json)
    return 0


NOBODY = "-"
"""Stands for a name that is not told."""


def _with_name(arguments: list[str]) -> list[str]:
    """Return the arguments with a name: argparse would take the value of an option for one.

    The options of ``boxctl play`` are not known here, nor which of them take a value.
    """
    told = without_language(arguments)
    return arguments if told and not told[0].startswith("-") else [NOBODY, *arguments]


def _with_score(given: argparse.Namespace, journal: Path) -> RecordedDay:
    """Record a go whose score is told, or that of a recorded match."""

    def decide(day: Day) -> Sequence[Event]:
        paid = _paid(given, day, journal)
        number = day.open.number if day.open is not None and not paid else len(day.goes) + 1
        if given.match is None:
            _check_score(day, given.score)
            return [*paid, GoPlayed(go=number, score=given.score)]
        return [*paid, _of_match(day, given.record or journal, given.match, number)]

    return STALLS.tell(journal, given.stall, decide)


def _paid(given: argparse.Namespace, day: Day, journal: Path) -> list[GoPaid]:
    """Return that the go is paid; nothing if it is the one that is paid and not played."""
    check_open(day)
    if day.open is not None and given.name in (NOBODY, day.open.name):
        return []
    number = len(day.goes) + 1
    name = f"Player {number}" if given.name == NOBODY else given.name
    if "," in name:
        raise BadOption(tr("boxctl stall go: a name has no comma."))
    check_names([name])
    with reading(journal) as connection:
        last = newest(connection) or 0
    return [GoPaid(go=number, name=name, after=last)]


def _check_score(day: Day, made: int) -> None:
    rules = rules_of(day)
    most = score(rules.scoring, rules.in_play)
    if made > most:
        raise no_record_of_go(
            tr("no go can score {score}", score=made), tr("the most is {most}", most=most)
        )


def _of_match(day: Day, record: Path, number: int, go_number: int) -> GoPlayed:
    with reading(record) as connection:
        found = match_of_go(connection, day, number)
    if found is None or found.score is None:
        raise no_record_of_go(
            tr("match {number} is no go of this stall", number=number),
            tr("it has to be over, of one player, and by the rules of the stall"),
        )
    if robots_among(found.match.players):
        raise no_record_of_go(
            tr("match {number} was played by a robot", number=number),
            tr("a go is played by whoever has paid for it"),
        )
    told = found.as_played(go_number)
    counted = [go.match for go in day.goes if go.match is not None]
    if told.match is not None and any(
        (each.journal, each.match) == (told.match.journal, told.match.match) for each in counted
    ):
        raise no_record_of_go(
            tr("match {number} is counted already", number=number), tr("a match is one go")
        )
    return told


def _played(
    given: argparse.Namespace, journal: Path, further: Sequence[str]
) -> tuple[RecordedDay, int]:
    """Play the next go in this terminal, or go on with it; return the day and the exit status."""
    found = STALLS.tell(journal, given.stall, lambda day: _paid(given, day, journal))
    found, resumed = _taken(journal, found)
    if (paid := found.state.open) is None:
        return found, 0
    status = play_match([*further, *_arguments(journal, found.state, paid, resumed)])
    if status:
        return found, status
    found, _resumed = _taken(journal, found)
    return found, 0


def _taken(journal: Path, found: RecordedDay) -> tuple[RecordedDay, int | None]:
    """Take the score of the open go from its match, if that is over; else return its number."""
    paid = found.state.open
    if paid is None:
        return found, None
    with reading(journal) as connection:
        matches = list(matches_of_go(connection, found.state, paid))
    over = next((each for each in matches if each.score is not None), None)
    if over is not None:
        told = over.as_played(paid.number)
        return STALLS.tell(journal, found.number, lambda _day: [told]), None
    going_on = (each.match.number for each in matches if not each.left)
    return found, next(going_on, None)


def _arguments(journal: Path, day: Day, paid: Go, resumed: int | None) -> list[str]:
    """Return the arguments of ``boxctl play`` for this go."""
    here = ["--journal", str(journal)]
    if resumed is not None:
        return [*here, "--resume", str(resumed)]
    told = day.opened
    changes = changed_from(variant(told.variant), rules_of(day))
    return [
        *here, "--new", f"--players={paid.name}", f"--rules={told.variant}",
        *(f"--set={key}={value}" for key, value in changes.items()),
    ]  # fmt: skip


def _lines(day: Day) -> Iterator[str]:
    last = day.goes[-1]
    if last.is_open:
        yield tr(
            "Go {number}, {name}, is not played to its end: boxctl stall go goes on with it.",
            number=last.number,
            name=shown_player(last.name),
        )
    else:
        yield tr(
            "Go {number}, {name}: {score}.",
            number=last.number,
            name=shown_player(last.name),
            score=score_in_words(last),
        )
    yield from due_lines(day, [last])
    yield state_line(day)


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "stall go",
        tr(
            "Take the money for a go, play it in this terminal, and take its score; further "
            "options are those of boxctl play, such as --plain."
        ),
    )
    options.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        type=plain_words,
        help=tr("who plays"),
    )
    how = options.add_mutually_exclusive_group()
    how.add_argument(
        "--score",
        metavar="N",
        type=score_made,
        help=tr("it was played without a record, and this is its score: 0 is a shut box"),
    )
    how.add_argument(
        "--match",
        metavar="N",
        type=whole_number,
        help=tr("it was played on the box: that of this match"),
    )
    options.add_argument(
        "--record", metavar="FILE", type=Path, help=tr("the journal that has the match")
    )
    add_place(options)
    return options
