"""``boxctl setup``: a box.toml by questions, and by having every lever pushed."""

from __future__ import annotations

import json
import select
import shlex
import sys
from pathlib import Path

from boxctl.cli.box.wiring import wiring_in_words
from boxctl.cli.options import Options, path_of_file
from boxctl.doctor.check import Machine
from boxctl.setup.answer_sources import (
    AnswerSource,
    FiledAnswers,
    ProposedAnswers,
    Say,
    TypedAnswers,
)
from boxctl.setup.dialogue import BoxSetup, SetupResult, as_document
from boxctl.setup.learning import open_watch
from boxctl.setup.survey import look_around
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes, print_piece
from groundwork.terminal import typed_line
from hardware.config.read import read_box

USUAL_FILE = Path("box.toml")


def run(arguments: list[str]) -> int:
    """Go through the set-up; 1 if something was left out, or the old file was kept."""
    accepted = options()
    given = accepted.parse_args(arguments)
    if not 0 < given.patience <= 3600:
        accepted.error(tr("--patience is a number of seconds from 1 to 3600"))
    say: Say = print_notes if given.json else _print
    try:
        result = BoxSetup(
            given.config,
            look_around(Machine()),
            _answers(given.yes, given.answers, say),
            say,
            open_watch,
            round(given.patience * 1_000_000),
        ).run()
    except KeyboardInterrupt:
        # The question that was being asked has no end of its line.
        print_notes("", tr("Nothing is written: {file} is as it was.", file=given.config))
        raise
    if given.json:
        print_lines(json.dumps(as_document(given.config, result)))
    elif result.written:
        print_lines(*_last_words(given.config, result))
    return 0 if result.is_whole else 1


def options() -> Options:
    """Return the options of the command."""
    options = Options("setup")
    options.add_argument(
        "--config",
        metavar="FILE",
        type=path_of_file,
        default=USUAL_FILE,
        help=tr("the box.toml to write (default: box.toml here)"),
    )
    options.add_argument(
        "--yes", action="store_true", help=tr("ask nothing: take what is proposed")
    )
    options.add_argument(
        "--answers",
        metavar="FILE",
        type=path_of_file,
        help=tr("a TOML file with answers; what it does not answer is asked, or with --yes not"),
    )
    options.add_argument(
        "--patience",
        metavar="SECONDS",
        type=float,
        default=15.0,
        help=tr(
            "how long to wait for each lever where nobody can press Enter (default: 15 seconds)"
        ),
    )
    options.add_json()
    return options


def _answers(takes_proposals: bool, file: Path | None, say: Say) -> AnswerSource:
    others: AnswerSource
    if takes_proposals:
        others = ProposedAnswers()
    else:
        is_terminal = sys.stdin.isatty()
        show = print_piece if say is _print else _note_piece
        others = TypedAnswers(typed_line, show, is_terminal=is_terminal, has_line=_has_line)
    return others if file is None else FiledAnswers(file, others)


def _print(line: str) -> None:
    print_lines(line, flush=True)


def _note_piece(text: str) -> None:
    print_notes(*text.splitlines())


def _has_line() -> bool:
    return bool(select.select([sys.stdin], [], [], 0)[0])


def _last_words(path: Path, result: SetupResult) -> list[str]:
    """Say what was written, what was left out, what to wire, and what to do next."""
    box = read_box(path)
    lines = ["", tr("{file} is written.", file=path)]
    lines += [tr("Left out: {what}", what=each) for each in result.left_out]
    if result.wiring is None:
        lines += ["", tr("Wire it so:"), *wiring_in_words(box)]
        lines += [
            "",
            tr(
                "Print that as a sheet: {command}",
                command=f"{_boxctl('wiring', path)} --output wiring.pdf",
            ),
            tr(
                "Once it is wired, have each lever tried: {command}", command=_boxctl("setup", path)
            ),
        ]
    return [
        *lines,
        tr("Look at everything: {command}", command=_boxctl("doctor", path)),
        tr("Play: {command}", command=_boxctl("run", path)),
    ]


def _boxctl(command: str, path: Path) -> str:
    return shlex.join(["boxctl", command, "--config", str(path)])
