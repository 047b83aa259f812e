"""``boxctl play``: a whole simulated box in the terminal, no hardware."""

from __future__ import annotations

import signal
from typing import NoReturn

from boxctl.cli.options import Options, chosen_players, chosen_rules
from boxctl.referee.players import check_names, usual_players
from boxctl.rules.contradictions import check


def run(arguments: list[str]) -> int:
    """Play until the players leave."""
    options = Options("play", "A whole simulated box in the terminal: no hardware needed.")
    options.add_rules()
    options.add_players(default=None)
    options.add_argument(
        "--seed", metavar="S", type=int, help="the same dice every time (default: real chance)"
    )
    options.add_argument(
        "--roller",
        choices=("simulated", "emulated"),
        default="simulated",
        help="emulated: the real firmware of a roller throws; --seed is then that of its noise, "
        "and when you throw counts as well (default: simulated)",
    )
    options.add_journal()
    given = options.parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    players = chosen_players(given.players) if given.players else usual_players(rules)
    check_names(players)
    check(rules, len(players))

    from boxctl.journal.place import usual_place
    from boxctl.rules.variants import load
    from boxctl.screens.plain_table import Chosen, play

    known = load(given.rules)
    print(f"{known.name}: {known.summary}\n{known.example}")
    if given.changes:
        print(f"Changed: {', '.join(given.changes)}.")
    print("Enter throws, 7 or 6 1 flips tiles, ? tells the rest.\n")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        chosen = Chosen(given.rules, rules, players, given.seed, given.roller == "emulated")
        play(chosen, given.journal or usual_place(), anew=given.new)
    except KeyboardInterrupt:
        pass
    except _Interrupted:
        print("\nInterrupted: boxctl play goes on with this match.")
        return 0
    print("\nGood-bye.")
    return 0


class _Interrupted(BaseException):
    """The program has to end, and the players have not left."""


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise _Interrupted
