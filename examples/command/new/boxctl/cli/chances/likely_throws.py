"""``boxctl likely-throws``: every throw of the dice, and how likely it is."""

from __future__ import annotations

from boxctl.cli.options import Options, chosen_rules, whole_number
from boxctl.odds.throws import likely_throws
from groundwork.language import tr
from groundwork.printing import print_json, print_lines


def run(arguments: list[str]) -> int:
    """Print a line for each throw."""
    given = options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    throws = likely_throws(rules, given.count or rules.dice.count)
    if given.json:
        print_json({"throws": [{"throw": each.name, "chance": each.chance} for each in throws]})
    else:
        print_lines(*(f"{each.name:<8}{each.chance:>7.2%}" for each in throws))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("likely-throws")
    options.add_rules()
    options.add_argument(
        "--count",
        metavar="N",
        type=whole_number,
        help=tr("how many dice are thrown (default: all of the game)"),
    )
    options.add_json()
    return options
