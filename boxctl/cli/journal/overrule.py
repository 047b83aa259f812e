"""``boxctl overrule``: an operator gives a turn another score, with a reason."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from boxctl.audit.narrate import OverrulingRequest, RecordedOverruling, overrule
from boxctl.cli import BadOption
from boxctl.cli.journal.record_options import add_turn_and_player, asked_in, named_ruling
from boxctl.cli.options import Options, plain_words, score_made
from boxctl.journal.disk.private_files import place_to_read
from boxctl.journal.entry_kinds import time_of_day
from boxctl.journal.query import read_sound_match
from boxctl.presentation.journal.recorded_entries import overruling_in_words
from groundwork.language import tr
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Record the overruling and print the result that stands now."""
    given = options().parse_args(arguments)
    journal = given.journal or place_to_read()
    match, ruling = _named(given, journal)
    overruling = OverrulingRequest(ruling, given.score, given.reason, given.by)
    done = overrule(journal, match, overruling, time_of_day())
    if given.json:
        print_lines(json.dumps(done.as_json()))
    else:
        print_lines(*_for_people(done))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("overrule")
    # Here nothing is left to be guessed: each has to be named.
    options.add_argument("match", metavar="MATCH", help=tr("its number, or last for the newest"))
    options.add_journal_to_read()
    options.add_argument(
        "ruling",
        metavar="RULING",
        nargs="?",
        help=tr("the ruling that ended the turn, by its number as boxctl replay shows it"),
    )
    add_turn_and_player(options)
    options.add_argument(
        "--score", metavar="N", type=score_made, required=True, help=tr("what the turn scores now")
    )
    options.add_argument(
        "--reason", metavar="TEXT", type=plain_words, required=True, help=tr("why, for the record")
    )
    options.add_argument("--by", metavar="NAME", type=plain_words, help=tr("who overrules"))
    options.add_json()
    return options


def _named(given: argparse.Namespace, journal: Path) -> tuple[str, str]:
    """Return the names of the match and of the ruling: of one number each, if by turn or player."""
    if not asked_in(given).options:
        if given.ruling is None:
            raise BadOption(tr("name the turn: by its RULING, or by --turn and --player."))
        return given.match, given.ruling
    match = read_sound_match(journal, given.match)
    return str(match.number), str(named_ruling(match, given.ruling, given))


def _for_people(done: RecordedOverruling) -> Iterator[str]:
    yield tr(
        "match {match}: {why}",
        match=done.match,
        why=overruling_in_words(done.told),
    )
    if done.result is None:
        yield tr("The match goes on with that score.")
    else:
        yield done.result.in_words()
