"""A virtual box, a tray and a keyboard: all that the plain game needs."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import get_terminal_size

from boxctl.journal.session import Journal
from boxctl.presentation.in_language import wording_in_use
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.screens.plain.plain_game import PlainGame
from boxctl.screens.tray.default_tray import own_tray
from boxctl.screens.tray.random_dice import chance_of
from boxctl.table.loop import AllTimed, run
from boxctl.table.open_table import Audience, GameRequest, open_table
from boxctl.table.resume import OpenedMatch
from boxctl.table.solo_best import SoloBestTeller, best_in, in_background
from groundwork.clock import monotonic_us
from groundwork.printing import print_piece
from groundwork.terminal import InputTerminal
from hardware.devices import Box
from hardware.event_inbox import EventInbox


def play(chosen: GameChoice, journal_file: Path, *, anew: bool, resume: int | None = None) -> None:
    """Play on this terminal until the players leave, and record it.

    An interrupted match goes on unless ``anew``; the one of the number ``resume`` must. Raises
    :class:`JournalFault` if nothing can be recorded, or that match not resumed.
    """
    rules = chosen.rules
    with ExitStack() as closing:
        tray = closing.enter_context(
            own_tray(rules.dice, chosen.seed, emulated=chosen.emulated, by_hand=chosen.by_hand)
        )
        box = LaptopBox(rules, tray, monotonic_us, lambda: None, seed=chosen.seed or 0)
        hands = VirtualHands(box, chance_of(chosen.seed))
        columns = get_terminal_size().columns
        game = PlainGame(hands, print_piece, monotonic_us, columns, wording=wording_in_use())

        solo_best = SoloBestTeller(
            best_in(journal_file, BOX), game.say, game.tell, box.inbox.wake, in_background
        )

        def audience_for(opened: OpenedMatch, _box: Box) -> Audience:
            for remark in opened.remarks:
                game.opened(remark)
            return Audience(solo_best.say, game.tell)

        runtime = open_table(
            closing,
            GameRequest(chosen.variant, rules, tuple(chosen.players), anew=anew, resume=resume),
            box,
            lambda: Journal(journal_file, BOX, resume),
            monotonic_us,
            box.inbox.wake,
            audience_for,
        )
        game.attach(runtime)
        solo_best.follow(runtime)
        also = AllTimed(game, solo_best)
        threading.Thread(target=_type, args=(game, box.inbox), name="typing", daemon=True).start()
        try:
            run(runtime, box.inbox, monotonic_us, lambda: game.left, also)
        except KeyboardInterrupt:  # one of the ways to leave
            runtime.leave()
            raise
        runtime.leave()


def _type(game: PlainGame, inbox: EventInbox) -> None:
    """Hand over what is typed. Runs in a thread of its own: reading waits, the loop must not.

    At the end of the input the players leave; if their terminal has gone, they are interrupted.
    """
    terminal = InputTerminal()
    # A terminal that has gone cannot be read.
    with suppress(OSError):
        for line in sys.stdin:
            game.type_line(line)
            inbox.wake()
    if terminal.has_gone:
        os.kill(os.getpid(), signal.SIGHUP)
        return
    game.type_line(None)
    inbox.wake()
