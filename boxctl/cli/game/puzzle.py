"""``boxctl puzzle``: which move is best, in fifty positions of each game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from boxctl.cli import BadOption
from boxctl.cli.options import Options, chosen_rules, journal_of, path_of_file, whole_number
from boxctl.rules.contradictions import check
from boxctl.screens.puzzles.puzzle_session import PuzzleSession
from groundwork.clock import utc_now
from groundwork.language import tr
from groundwork.local_time import local
from groundwork.printing import print_json, print_lines

TODAY = "today"


def run(arguments: list[str], today: Callable[[], date] = lambda: local(utc_now()).date()) -> int:
    """Ask puzzles, or judge one answer: exit status 1 if it is not the best move."""
    given = options().parse_args(arguments)
    if given.week is not None and given.number is not None:
        raise BadOption(tr("boxctl puzzle: a number or --week, not both."))
    rules = chosen_rules(given.rules, given.changes)
    check(rules)
    session = PuzzleSession(given.rules, rules, journal_of(given))
    if given.week is not None:
        session.ask_week(today() if given.week == TODAY else given.week)
    elif given.number is not None:
        session.ask(given.number)
    if given.answer is None and not given.json:
        return _ask(session)
    verdict = None if given.answer is None else session.answer(given.answer)
    if given.json:
        print_json(session.document(verdict))
    elif verdict is not None:
        told = [line.text for line in verdict.lines]
        print_lines(session.heading, session.question, *told, session.score)
    return 0 if verdict is None or verdict.is_right else 1


def _ask(session: PuzzleSession) -> int:
    from boxctl.screens.plain.line_terminal import typed_at
    from boxctl.screens.plain.puzzle_lines import PuzzleLines

    try:
        with typed_at() as (output, lines):
            PuzzleLines(session, output).run(lines)
    except KeyboardInterrupt:  # one of the ways to leave
        with suppress(OSError):
            print_lines("")
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("puzzle")
    options.add_argument(
        "number",
        metavar="NUMBER",
        nargs="?",
        type=whole_number,
        help=tr("which puzzle (default: the first that is not solved)"),
    )
    options.add_rules()
    options.add_argument(
        "--week",
        metavar="DATE",
        nargs="?",
        const=TODAY,
        type=_day,
        help=tr(
            "the puzzle of the week of this day, such as 2026-11-29 (default: today); it is the "
            "same for everybody"
        ),
    )
    options.add_argument(
        "--answer",
        metavar="TILES",
        help=tr("judge this move, such as 7 or 6+1, and ask nothing"),
    )
    options.add_argument(
        "--journal",
        metavar="FILE",
        type=path_of_file,
        help=tr(
            "remember beside this file what was solved (default: journal.db in "
            "~/.local/state/boxctl)"
        ),
    )
    options.add_json()
    return options


def _day(text: str) -> date | str:
    if text == TODAY:
        return TODAY
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr('"{text}" is no day: write it like 2026-11-29', text=text)
        ) from None
