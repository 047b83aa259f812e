"""A virtual box, a roller on a pseudo-terminal and a keyboard: all that the plain game needs."""

from __future__ import annotations

import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from shutil import get_terminal_size

from boxctl.journal.session import Journal
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.plain.plain_game import PlainGame
from boxctl.screens.tray.default_tray import own_tray
from boxctl.screens.tray.random_dice import chance_of
from boxctl.table.loop import run
from boxctl.table.resume import seat
from boxctl.table.runtime import Runtime
from groundwork.clock import monotonic_us
from hardware.devices import Box
from hardware.event_inbox import Inbox
from hardware.virtual import VirtualBox

QUIET = 5_000
"""How long a contact has to be still before it is believed, in microseconds."""


def play(chosen: GameChoice, journal_file: Path, *, anew: bool) -> None:
    """Play on this terminal until the players leave, and record it.

    A match that was interrupted goes on, unless it was ``anew`` that was asked for. Raises
    :class:`JournalFault` if nothing can be recorded.
    """
    inbox = Inbox(monotonic_us)
    with ExitStack() as closing:
        journal = Journal(journal_file, BOX)
        closing.callback(journal.close)
        rules = chosen.rules
        seats = seat(journal, rules, chosen.players, rules.in_play, anew=anew)
        for remark in seats.remarks:
            _show(f"  {remark[0].upper()}{remark[1:]}\n")
        levers = seats.referee.levers
        wood = VirtualBox(rules.tiles, inbox.hand_over, standing=levers, seed=chosen.seed or 0)
        box = closing.enter_context(Box(wood.tiles, wood.buttons, wood.lamps, QUIET, QUIET))
        tray = closing.enter_context(own_tray(rules.dice, chosen.seed, emulated=chosen.emulated))
        closing.callback(tray.listen(monotonic_us, inbox.hand_over, journal.found.throws))
        columns = get_terminal_size().columns
        game = PlainGame(wood, tray.throw, chance_of(chosen.seed), _show, monotonic_us, columns)
        record = journal.record(chosen.variant, inbox.wake, seats.match)
        runtime = Runtime(
            box,
            seats.referee,
            box.read(),
            monotonic_us(),
            game.say,
            game.tell,
            record,
            seats.going_on,
        )
        game.sit_down(runtime)
        threading.Thread(target=_type, args=(game, inbox), name="typing", daemon=True).start()
        try:
            run(runtime, inbox, monotonic_us, lambda: game.left, also=game)
        except KeyboardInterrupt:  # one of the ways to leave
            runtime.leave()
            raise
        runtime.leave()


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
