"""A virtual box, a roller on a pseudo-terminal and a keyboard: all that the plain game needs."""

from __future__ import annotations

import random
import sys
import threading
import time
from shutil import get_terminal_size

from boxctl.referee.referee import Referee
from boxctl.runtime import Runtime, run
from boxctl.screens.plain import PlainGame
from firmware_bridge.pty_roller import PtyRoller
from hardware.devices import Box, DeviceBack, DeviceLost
from hardware.inbox import Inbox
from hardware.roller import open_serial_roller
from hardware.virtual import VirtualBox

QUIET = 5_000
"""How long a contact has to be still before it is believed, in microseconds."""


def play(referee: Referee, seed: int | None) -> None:
    """Play on this terminal until the players leave; ``seed`` of None is real chance."""
    rules = referee.play.rules
    dice = random.SystemRandom() if seed is None else random.Random(seed)
    inbox = Inbox(_clock)
    wood = VirtualBox(rules.tiles, inbox.hand_over, standing=rules.in_play, seed=seed or 0)
    with (
        Box(wood.tiles, wood.buttons, wood.lamps, QUIET, QUIET) as box,
        PtyRoller(rules.dice.count, rules.dice.sides) as roller,
    ):
        serial = open_serial_roller(roller.port, 115200, _clock, inbox.hand_over)
        box.closing.callback(serial.close)
        game = PlainGame(wood, roller.throw, dice, _show, _clock, get_terminal_size().columns)
        runtime = Runtime(box, referee, box.read(), _clock(), game.say, _notice)
        game.sit_down(runtime)
        threading.Thread(target=_type, args=(game, inbox), name="typing", daemon=True).start()
        run(runtime, inbox, _clock, lambda: game.left, also=game)


def _type(game: PlainGame, inbox: Inbox) -> None:
    """Hand over what is typed, in a thread of its own: reading waits, the loop must not."""
    try:
        for line in sys.stdin:
            game.type_line(line)
            inbox.wake()
    finally:
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
