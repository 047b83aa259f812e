"""``boxctl play``: a whole simulated box in the terminal, no hardware."""

from __future__ import annotations

import random
import sys
import threading
import time

from boxctl.cli.options import Options, chosen_players, chosen_rules, usual_players
from boxctl.referee.referee import Referee
from boxctl.rules.variants import load
from boxctl.runtime import Runtime
from boxctl.runtime import run as run_loop
from boxctl.screens.plain import PlainGame
from firmware_bridge.pty_roller import PtyRoller
from hardware.devices import Box, DeviceBack, DeviceLost
from hardware.inbox import Inbox
from hardware.roller import open_serial_roller
from hardware.virtual import VirtualBox

QUIET = 5_000


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
    players = (
        chosen_players(given.players) if given.players else usual_players(rules, "You", "Guest")
    )
    referee = Referee(rules, players)

    known = load(given.rules)
    print(f"{known.source_name}. {known.summary}\nFor example: {known.example}")
    print("Enter throws, 7 or 6 1 flips tiles, ? tells the rest.\n")
    dice = random.SystemRandom() if given.seed is None else random.Random(given.seed)
    _play(referee, dice, given.seed or 0)
    print("\nGood-bye.")
    return 0


def _play(referee: Referee, dice: random.Random, seed: int) -> None:
    rules = referee.play.rules
    inbox = Inbox(_clock)
    wood = VirtualBox(rules.tiles, inbox.hand_over, standing=rules.in_play, seed=seed)
    with (
        Box(wood.tiles, wood.buttons, wood.lamps, QUIET) as box,
        PtyRoller(rules.dice.count, rules.dice.sides) as roller,
    ):
        serial = open_serial_roller(roller.port, 115200, _clock, inbox.hand_over)
        box.closing.callback(serial.close)
        game = PlainGame(wood, roller.throw, dice, _show, _clock)
        runtime = Runtime(box, referee, box.read(), _clock(), game.say, _notice)
        game.sit_down(runtime)
        typing = threading.Thread(target=_type, args=(game, inbox), name="typing", daemon=True)
        typing.start()
        run_loop(runtime, inbox, _clock, lambda: game.left, also=game)


def _type(game: PlainGame, inbox: Inbox) -> None:
    """Hand over what is typed, in a thread of its own: reading waits, the loop must not."""
    for line in sys.stdin:
        game.type_line(line)
        inbox.wake()
    game.type_line(None)
    inbox.wake()


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _notice(notice: DeviceLost | DeviceBack) -> None:
    if isinstance(notice, DeviceLost):
        _show(f"  The {notice.device} does not answer: {notice.why}\n")


def _clock() -> int:
    return time.monotonic_ns() // 1000
