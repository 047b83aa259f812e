"""``boxctl rules edit``: the file of a house's own variant in an editor, checked afterwards."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from boxctl.cli.options import Options
from boxctl.rules.faults import RuleFault, fault_in
from boxctl.rules.house.file import MOST_BYTES
from boxctl.rules.house.save import write_variant
from boxctl.rules.variants import faults_in_text, file_of
from groundwork.faults import in_a_sentence
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes
from groundwork.system.files import read_small_file
from groundwork.system.programs import has_program, run_in_terminal


def edit(arguments: list[str]) -> int:
    """Have the text edited; it takes the place of the file only if nothing is wrong with it."""
    given = options().parse_args(arguments)
    path = Path(file_of(given.name))
    before = _read(path)
    draft = path.with_name(f".{path.name}.draft")
    if draft.exists():
        print_notes(tr("This is what you wrote last; it is not in {file} yet.", file=path))
    else:
        write_variant(draft, before, over=True)
    try:
        _run_editor(draft)
    finally:
        text = _read(draft)
        if text == before:
            draft.unlink(missing_ok=True)
    if faults := faults_in_text(str(path), text):
        print_notes(
            *map(str, faults),
            tr(
                "{file} is as it was. What you wrote is kept: {command} goes on with it.",
                file=path,
                command=shlex.join(["boxctl", "rules", "edit", given.name]),
            ),
        )
        return 2
    if text != before:
        write_variant(path, text, over=True)
        draft.unlink(missing_ok=True)
    print_lines(tr("{file} is right.", file=path))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules edit", tr("Edit the file of a game of your own, and check it."))
    options.add_argument("name", metavar="NAME|FILE", help=tr("any of its names, or its file"))
    return options


def _read(path: Path) -> str:
    try:
        return read_small_file(path, MOST_BYTES).decode("utf-8", "replace")
    except OSError as problem:
        raise fault_in(
            str(path),
            None,
            "BX210",
            tr("the file cannot be read ({why})", why=in_a_sentence(problem)),
            tr("give a file that is there and that you may read"),
        ) from None


_EDITORS = ("nano", "micro", "vim", "vi", "ed")
"""Editors that work in a terminal, the easiest first."""


def _run_editor(draft: Path) -> None:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "nano"
    try:
        status = run_in_terminal([*shlex.split(chosen), str(draft)])
        why = tr("it ended with status {status}", status=status)
    except (OSError, ValueError) as problem:
        status, why = 1, in_a_sentence(problem) if isinstance(problem, OSError) else str(problem)
    if status:
        other = next(
            (each for each in _EDITORS if each not in chosen.split() and has_program(each)), ""
        )
        cure = (
            tr("set EDITOR to an editor that is installed, such as EDITOR={editor}", editor=other)
            if other
            else tr("install an editor, and set EDITOR to its name")
        )
        raise RuleFault(
            "BX216",
            tr("the editor {editor} has not done it ({why})", editor=chosen, why=why),
            cure,
        )
