"""``boxctl play``: a whole simulated box in the terminal, no hardware."""

from __future__ import annotations

import signal
from contextlib import suppress

from boxctl.cli.options import Options, chosen_players, chosen_rules
from boxctl.referee.players import usual_players


def run(arguments: list[str]) -> int:
    """Play until the players leave."""
    options = Options("play", "A whole simulated box in the terminal: no hardware needed.")
    options.add_rules()
    options.add_players(default=None)
    options.add_argument(
        "--seed", metavar="S", type=int, help="the same dice every time (default: real chance)"
    )
    given = options.parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    players = chosen_players(given.players) if given.players else usual_players(rules)

    from boxctl.referee.referee import Referee
    from boxctl.rules.variants import load
    from boxctl.screens.plain_table import play

    referee = Referee(rules, players)
    known = load(given.rules)
    print(f"{known.name}: {known.summary}\n{known.example}")
    if given.changes:
        print(f"Changed: {', '.join(given.changes)}.")
    print("Enter throws, 7 or 6 1 flips tiles, ? tells the rest.\n")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # one of the ways to leave
        play(referee, given.seed)
    print("\nGood-bye.")
    return 0
