"""``boxctl rules check``: whether the file of a house's own variant is right."""

from __future__ import annotations

import os

from boxctl.cli.options import Options
from boxctl.rules.house.folders import is_path
from boxctl.rules.variants import faults_of_file, file_of, hidden_with, load
from groundwork.language import all_of, tr
from groundwork.printing import print_lines, print_notes


def check(arguments: list[str]) -> int:
    """Say everything that is wrong with the file, or what it is."""
    file = _file(options().parse_args(arguments).name)
    if faults := faults_of_file(file):
        hidden = hidden_with(file)
        also = tr("Left out as well, because based on it: {games}.", games=all_of(hidden))
        print_notes(*map(str, faults), *([also] if hidden else []))
        return 2
    known = load(file if "/" in file else f"./{file}")
    print_lines(tr("{file} is right: {title}.", file=file, title=known.told("title")))
    return 0


def _file(given: str) -> str:
    """Return the file that is meant: one with no ending that is there goes before a name."""
    return given if is_path(given) or os.path.lexists(given) else file_of(given)


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules check", tr("Say everything that is wrong with the file of a variant."))
    options.add_argument("name", metavar="NAME|FILE", help=tr("any of its names, or its file"))
    return options
