"""``boxctl referee``: box events as lines of JSON in, rulings as lines of JSON out."""

from __future__ import annotations

import sys

from boxctl.cli.options import Options, chosen_players, chosen_rules
from boxctl.referee.lines import bounded_lines, referee_lines
from boxctl.referee.referee import Referee


def run(arguments: list[str]) -> int:
    """Rule on standard input until it ends; each ruling is written out as it is made."""
    options = Options("referee", "Judge box events, given as lines of JSON on standard input.")
    options.add_rules()
    options.add_players(default="Player 1")
    given = options.parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    referee = Referee(rules, chosen_players(given.players))
    for ruling in referee_lines(referee, bounded_lines(sys.stdin.buffer)):
        sys.stdout.write(ruling + "\n")
        sys.stdout.flush()
    return 0
