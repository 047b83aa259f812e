"""``boxctl play``: a whole simulated box in the terminal, no hardware."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from importlib.util import find_spec
from typing import NoReturn

from boxctl.cli.options import Options, chosen_players, chosen_rules, key_and_value_pairs
from boxctl.referee.players import usual_players

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.screens.chosen import Chosen

NO_TEXTUAL = "There is a full-screen game as well: pip install 'boxctl[screen]' gets it.\n"


def run(arguments: list[str]) -> int:
    """Play until the players leave."""
    given = _options().parse_args(arguments)
    rules = chosen_rules(given.rules, given.changes)
    players = chosen_players(given.players) if given.players else usual_players(rules)

    from boxctl.screens.chosen import Chosen

    changes = key_and_value_pairs(given.changes)
    chosen = Chosen(given.rules, changes, tuple(players), given.seed)
    chosen.check()
    if not given.plain and _is_terminal():
        if find_spec("textual") is not None:
            return _play_full(chosen, given)
        print(NO_TEXTUAL)
    return _play_plain(chosen, given)


def _options() -> Options:
    options = Options("play", "A whole simulated box in the terminal: no hardware needed.")
    options.add_rules()
    options.add_players(default=None)
    options.add_argument(
        "--seed", metavar="S", type=int, help="the same dice every time (default: real chance)"
    )
    options.add_argument(
        "--plain", action="store_true", help="line by line, also where a full screen is possible"
    )
    options.add_journal()
    return options


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _play_full(chosen: Chosen, given: Namespace) -> int:
    from boxctl.journal.place import usual_place
    from boxctl.screens.full_game import play_full

    if not play_full(chosen, given.journal or usual_place(), anew=given.new):
        print("Interrupted: boxctl play goes on with this match.")
    return 0


def _play_plain(chosen: Chosen, given: Namespace) -> int:
    from boxctl.journal.place import usual_place
    from boxctl.rules.variants import load
    from boxctl.screens.plain_table import play

    known = load(chosen.variant)
    print(f"{known.name}: {known.summary}\n{known.example}")
    if given.changes:
        print(f"Changed: {', '.join(given.changes)}.")
    print("Enter throws, 7 or 6 1 flips tiles, ? tells the rest.\n")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
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
