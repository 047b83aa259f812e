"""``boxctl rules check``: whether the file of a house's own variant is right."""

from __future__ import annotations

from boxctl.cli.options import Options
from boxctl.rules.variants import faults_of_file, load
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes


def check(arguments: list[str]) -> int:
    """Say everything that is wrong with the file, or what it is."""
    given = options().parse_args(arguments)
    if faults := faults_of_file(given.file):
        print_notes(*map(str, faults))
        return 2
    known = load(given.file if "/" in given.file else f"./{given.file}")
    print_lines(tr("{file} is right: {title}.", file=given.file, title=known.told("title")))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules check", tr("Say everything that is wrong with the file of a variant."))
    options.add_argument("file", metavar="FILE", help=tr("a variant of your own, a TOML file"))
    return options
