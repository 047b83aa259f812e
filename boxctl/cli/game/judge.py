"""``boxctl judge``: what happened, as people tell it, and what the referee says to it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator

from boxctl.cli.options import (
    Options,
    chosen_handicaps,
    chosen_players,
    chosen_rules,
    tiles_shut,
)
from boxctl.presentation.game_names import name_of_game
from boxctl.rules.tiles import NO_TILES, numbers
from boxctl.screens.plain.told_match import ToldAnswer, ToldMatch, told_document, told_lines
from boxctl.screens.plain.told_sentences import TOLD, told_parts
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes
from groundwork.terminal import typed_lines


def run(arguments: list[str]) -> int:
    """Judge each line and print the answer. Exit status 2 at the first that is not understood.

    At a terminal, where another can be typed, the next line follows.
    """
    given = options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    players = chosen_players(given.players) if given.players else []
    match = ToldMatch(
        rules,
        players,
        named=given.rules,
        shut=given.shut,
        markers=given.markers,
        handicaps=chosen_handicaps(given.handicap),
    )
    typing = not given.told and sys.stdin.isatty()
    if typing:
        print_notes(tr("Tell what happened, a line each, such as throw 3 4. Ctrl-D ends it."))
    answers = _answers(match, given.told or typed_lines(), typing=typing)
    if given.json:
        told = [told_document(answer) for answer in answers]
        document = {
            "rules": match.named,
            "title": name_of_game(match.named, match.rules),
            "players": match.players,
            "shut": numbers(given.shut),
            "markers": given.markers or 0,
            "lines": told,
        }
        print_lines(json.dumps(document))
        return 0
    for answer in answers:
        if answer.line and not typing:
            print_lines(answer.line)
        print_lines(*(f"  {line}" for line in told_lines(answer, match)), flush=True)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("judge")
    options.add_argument(
        "told",
        metavar="LINE",
        nargs="*",
        help=tr(
            "what happened, one after the other, each in quotes; without any, the lines of "
            "standard input. Words are: {words}",
            words="; ".join(tr(command.help) for command in TOLD),
        ),
    )
    options.add_rules()
    options.add_players(default=None)
    options.add_argument(
        "--shut",
        metavar="TILES",
        type=tiles_shut,
        default=NO_TILES,
        help=tr("begin in mid-turn: the tiles that it has shut before, such as 7,8"),
    )
    options.add_markers(default=None)
    options.add_json()
    return options


def _answers(match: ToldMatch, lines: Iterable[str], *, typing: bool) -> Iterator[ToldAnswer]:
    """Yield the answer to each line that says something, and what is ruled once all is told."""
    for part in (part for line in lines for part in told_parts(line)):
        try:
            yield match.tell(part.strip())
        except Fault as fault:
            if not typing:
                raise
            print_notes(*fault.lines)
    if at_last := match.end():
        yield ToldAnswer("", at_last)
