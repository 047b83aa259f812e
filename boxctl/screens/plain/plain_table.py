"""The plain game on this terminal or in this pipe, with the real journal, dice and time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from shutil import get_terminal_size

from boxctl.journal.session import Journal
from boxctl.presentation.in_language import wording_in_use
from boxctl.screens.background_thinking import in_background
from boxctl.screens.coaching.mode import CoachMode
from boxctl.screens.laptop.box.virtual_box import OpenVoice
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.game_setup import GameSetup
from boxctl.screens.laptop.laptop_watcher import LaptopWatcher
from boxctl.screens.plain.line_output import LineOutput
from boxctl.screens.plain.line_ticker import LineTicker
from boxctl.screens.plain.plain_game import PlainGame
from boxctl.screens.tray.default_tray import tray_at
from boxctl.table.solo_best import in_background as work_in_background
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.printing import print_piece
from groundwork.terminal import InputTerminal


@frozen_dataclass
class PlainOptions:
    """The options of the plain game.

    ``resume`` is the number of a match that must go on; ``roller`` is a port or ``emulated``, None
    for virtual dice; ``speak`` is how fast a voice speaks, in words a minute, None without one;
    ``watcher`` follows the table.
    """

    journal_file: Path
    anew: bool = False
    resume: int | None = None
    coach: CoachMode = "off"
    bench: bool = False
    roller: str | None = None
    demo: bool = False
    speak: int | None = None
    watcher: LaptopWatcher | None = None


def play(chosen: GameChoice, options: PlainOptions) -> bool:
    """Play on this terminal until the players leave, and record it.

    An interrupted match goes on unless ``anew``. Return whether the players left a match that can
    be resumed. Raises :class:`Fault` if nothing can be recorded,
    the roller cannot be had, or there is no program to speak with.
    """
    ticker = LineTicker()
    file = options.journal_file
    setup = GameSetup(
        file,
        lambda resume: Journal(file, BOX, resume),
        lambda rules: tray_at(options.roller, rules.dice, chosen.seed),
        ticker,
        coach=options.coach,
        bench=options.bench,
        demo=options.demo,
        think=in_background,
        work=work_in_background,
        wording=wording_in_use(),
        open_voice=voice(options.speak),
        watcher=options.watcher,
    )
    game = PlainGame(
        setup,
        chosen,
        line_output(),
        anew=options.anew,
        resume=options.resume,
        interrupts=sys.stdin.isatty(),
    )
    with closing(game):
        threading.Thread(target=_type, args=(game,), name="typing", daemon=True).start()
        with suppress(KeyboardInterrupt):  # one of the ways to leave
            ticker.run(lambda: game.left)
        return game.leave()


def watch(wanted: str, chosen: GameChoice, journal_file: Path) -> None:
    """Tell a match of the journal (its number, or ``last``), or a file with a referee's lines.

    Raises :class:`JournalFault` or :class:`RuleFault` if there is no such match.
    """
    from boxctl.screens.laptop.watched_match import watched_as_asked
    from boxctl.screens.plain.watch_lines import WatchLines

    watched = watched_as_asked(wanted, journal_file, chosen, wording_in_use())
    WatchLines(watched, line_output()).run(line.rstrip("\n") for line in sys.stdin)


def voice(speed: int | None) -> OpenVoice | None:
    """Return what opens the voice that was asked for, if any was. Raises :class:`Fault` BX431."""
    if speed is None:
        return None
    from boxctl.screens.laptop.box.game_voice import program_voice

    return program_voice(speed)


def line_output() -> LineOutput:
    """Return an output that breaks lines for a terminal; in a pipe a sentence stays one line."""
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    return LineOutput(print_piece, width, echoes=not sys.stdin.isatty())


def _type(game: PlainGame) -> None:
    """Hand over what is typed. Runs in a thread of its own: reading waits, the loop must not.

    At the end of the input the players leave; if their terminal has gone, they are interrupted.
    """
    terminal = InputTerminal()
    # A terminal that has gone cannot be read.
    with suppress(OSError):
        for line in sys.stdin:
            game.type_line(line.rstrip("\n"))
    if terminal.has_gone:
        os.kill(os.getpid(), signal.SIGHUP)
        return
    game.type_line(None)
