"""``boxctl rules save``: changed rules as a variant of the house, with a name and a file."""

from __future__ import annotations

import os
import shlex

from boxctl.cli.options import Options, chosen_rules
from boxctl.rules.house.folders import folders
from boxctl.rules.house.save import save_variant
from groundwork.language import tr
from groundwork.printing import print_lines


def save(arguments: list[str]) -> int:
    """Write the file, and say where it is and how to play it."""
    given = options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    path = save_variant(given.title, given.rules, rules, given.to, over=given.force)
    found = {os.path.realpath(folder) for folder in folders()}
    is_found = os.path.realpath(path.parent) in found
    name = path.stem if is_found else str(path)
    print_lines(
        tr(
            "{title} is in {file}. To play it: {command}",
            title=given.title,
            file=path,
            command=shlex.join(["boxctl", "play", "--rules", name]),
        )
    )
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules save", tr("Write changed rules down as a game of your own."))
    options.add_argument(
        "title", metavar="TITLE", help=tr('what it is called, such as "The Crown"')
    )
    options.add_rules()
    options.add_argument(
        "--to",
        metavar="FOLDER",
        help=tr("write it there, or to this file (default: ~/.config/boxctl/variants)"),
    )
    options.add_argument(
        "--force", action="store_true", help=tr("write over a file that is there already")
    )
    return options
