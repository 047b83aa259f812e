"""``boxctl referee``: box events as lines of JSON in, rulings as lines of JSON out."""

from __future__ import annotations

import argparse
import json
import sys

from boxctl.cli.options import (
    Options,
    chosen_levers,
    chosen_players,
    chosen_rules,
    score_made,
    with_handicaps,
)
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.lines import BadLine, bounded_lines, microseconds
from boxctl.referee.referee import Referee
from groundwork.language import tr
from groundwork.printing import print_lines
from groundwork.times import MatchTime


def run(arguments: list[str]) -> int:
    """Rule on standard input until it ends, and write each ruling as it is made."""
    given = options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    levers = None if given.open is None else chosen_levers(rules, given.open)
    players = chosen_players(given.players)
    rules = with_handicaps(rules, given.handicap, players)
    referee = Referee(rules, players, levers, at=given.at, line=given.line)
    lines = bounded_lines(sys.stdin.buffer)
    for ruling in referee_lines(referee, lines, given.line):
        print_lines(ruling, flush=True)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("referee")
    options.add_rules()
    options.add_players(default="Player 1")
    options.add_argument(
        "--open",
        metavar="TILES",
        help=tr("the levers that stand open at first (default: as the first turn needs them)"),
    )
    options.add_argument(
        "--at",
        metavar="SECONDS",
        type=_seconds,
        default=0,
        help=tr("the time at first, for a match that was not the first (default: 0)"),
    )
    options.add_argument(
        "--line",
        metavar="N",
        type=score_made,
        default=0,
        help=tr("how many lines there were before, in other matches (default: 0)"),
    )
    return options


def _seconds(text: str) -> int:
    """Return microseconds; the referee's clock begins at 0."""
    try:
        time = microseconds(json.loads(text))
    except (BadLine, ValueError):
        time = MatchTime(-1)
    if time < 0:
        raise argparse.ArgumentTypeError(
            tr("{text} is not a number of seconds, 0 or more", text=text)
        )
    return time
