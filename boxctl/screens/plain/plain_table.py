"""The plain game on this terminal or in this pipe, with the real journal, dice and time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from boxctl.journal.session import Journal
from boxctl.presentation.game_names import summary_in_words
from boxctl.presentation.sentences.controls import Controls
from boxctl.rules.variants import load
from boxctl.screens.background_thinking import at_once, in_background
from boxctl.screens.coaching.advice import CoachMode
from boxctl.screens.dice_tray import tray_at
from boxctl.screens.laptop.game_choice import BOX, GameChoice, LaptopWatcher
from boxctl.screens.laptop.laptop_table import FOR_OTHERS, MOST_SKIPPED, Beat, GameSetup
from boxctl.screens.laptop.pace import Pace
from boxctl.screens.laptop.virtual_box import voice_at
from boxctl.screens.plain.line_terminal import (
    LineTerminal,
    asking_again,
    line_terminal,
    typed_at,
)
from boxctl.screens.plain.plain_game import PlainGame
from boxctl.table.solo_best import in_background as work_in_background
from groundwork.clock import monotonic_us
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import labelled
from groundwork.printing import as_text
from groundwork.system.threads import start_thread
from groundwork.terminal import InputTerminal
from groundwork.waker import Waker

TYPE_CHECKING = False

if TYPE_CHECKING:
    from boxctl.screens.plain.plain_menu import PlainChoice


class LineTicker:
    """Beats in the thread that calls :meth:`run`, when a beat is due or it is woken."""

    def __init__(self) -> None:
        self._may_skip: Callable[[], bool] = bool
        self._ahead = 0
        self._waker = Waker()
        self._beat: Beat | None = None
        self._due: int | None = None

    def now(self) -> int:
        """Return the time of CLOCK_MONOTONIC in microseconds, and what was skipped."""
        return monotonic_us() + self._ahead

    def hurry(self, may_skip: Callable[[], bool]) -> None:
        """Skip the short waits of tiles, dice and robots from now on, as nobody watches.

        ``may_skip`` tells whether nothing real is waited for, such as the disk, which takes its
        time however fast this clock runs.
        """
        self._may_skip = may_skip

    def start(self, beat: Beat) -> None:
        """Call ``beat`` at each beat from now on."""
        self._beat = beat

    def beat_at(self, due: int | None) -> None:
        """Set when the next beat is due."""
        self._due = due

    def wake(self) -> None:
        """Beat soon. Safe from any thread."""
        self._waker.set()

    def stop(self) -> None:
        """Forget the beat."""
        self._beat = self._due = None

    def run(self, ended: Callable[[], bool]) -> None:
        """Beat until it has ended."""
        while self._beat is not None and not ended():
            self._wait()
            self._waker.clear()
            self._beat()

    def _wait(self) -> None:
        wait = None if self._due is None else self._due - self.now()
        short = wait is not None and 0 < wait <= MOST_SKIPPED
        if wait is None or not short or not self._may_skip():
            self._waker.wait(None if wait is None else wait / 1_000_000)
        elif not self._waker.wait(FOR_OTHERS):
            self._ahead += wait


@frozen_dataclass
class PlainOptions:
    """The options of the plain game.

    ``resume`` is the number of a match that must go on; ``roller`` is a port or ``emulated``, None
    for virtual dice; ``speak`` is how fast a voice speaks, in words a minute, None without one;
    ``watcher`` follows the table. A ``pace`` of None is the one used last.
    """

    journal_file: Path
    anew: bool = False
    resume: int | None = None
    coach: CoachMode = "off"
    pace: Pace | None = None
    bench: bool = False
    roller: str | None = None
    demo: bool = False
    speak: int | None = None
    watcher: LaptopWatcher | None = None


OVER = "over"
"""What has become of a match that was played to its end."""


def play(chosen: GameChoice, options: PlainOptions) -> str | None:
    """Play on this terminal until the players leave, and record it.

    An interrupted match goes on unless ``anew``. Return what becomes of a match that the players
    left, as :attr:`LaptopTable.left_now` has it, :data:`OVER` of one that is over, and None without
    one. Raises :class:`Fault` if nothing can be recorded, the roller cannot be had, or there is no
    program to speak with.
    """
    with line_terminal() as terminal:
        return _play(chosen, options, terminal)


def _play(chosen: GameChoice, options: PlainOptions, terminal: LineTerminal) -> str | None:
    watched = sys.stdin.isatty()
    ticker = LineTicker()
    setup = _setup(options, ticker, chosen.seed)
    game = PlainGame(
        setup,
        chosen,
        terminal.output(),
        anew=options.anew,
        resume=options.resume,
        interrupts=watched,
    )
    typist = Typist(game)
    # Links and voices have times of their own, which nobody can skip.
    if watched:
        ticker.hurry(lambda: typist.game.table.passes_at_once)
    elif options.roller is None and options.speak is None:
        ticker.hurry(lambda: typist.game.may_hurry)
    lines = terminal.lines()
    start_thread(threading.Thread(target=_type, args=(typist, lines), name="typing", daemon=True))
    while True:
        with closing(game), asking_again(lambda: typist.game.ask_again()):
            with suppress(KeyboardInterrupt):  # one of the ways to leave
                ticker.run(lambda: typist.game.left)
            left = game.leave()
        if game.another is None:
            return OVER if game.play.over else left
        terminal.show(f"{as_text(_name_of(game.another))}\n")
        typist.game = game = PlainGame(
            setup, game.another, terminal.output(), anew=True, interrupts=watched
        )


class Typist:
    """Hands what is typed on this terminal to the game that is played, one game after another."""

    def __init__(self, game: PlainGame) -> None:
        self.game = game

    def type_line(self, line: str | None) -> None:
        """Hand a line over; None is the end of the input. Safe from any thread."""
        self.game.type_line(line)


def _name_of(chosen: GameChoice) -> str:
    known = load(chosen.variant)
    return labelled(known.name, summary_in_words(known))


def ask(options: PlainOptions) -> PlainChoice | None:
    """Ask on this terminal what is played, and remember it; None if people leave instead."""
    from boxctl.screens.laptop.house_habits import LastChoice, recall, remember
    from boxctl.screens.laptop.unfinished_matches import end_match, unfinished_matches
    from boxctl.screens.plain.plain_menu import PlainMenu

    file = options.journal_file
    last = recall(file)
    before = None if last is None else last.chosen
    waiting = () if options.anew else unfinished_matches(file)
    setup = _setup(options, LineTicker(), None)
    with typed_at() as (output, lines):
        menu = PlainMenu(output, before, waiting, lambda match: end_match(setup, match), file)
        found = menu.run(lines)
    if found is not None and not found.chosen.guided:
        remember(file, replace(last or LastChoice(), chosen=found.chosen))
    return found


def _setup(options: PlainOptions, ticker: LineTicker, seed: int | None) -> GameSetup:
    from boxctl.screens.laptop.house_habits import recall

    watched, file = sys.stdin.isatty(), options.journal_file
    last = recall(file)
    return GameSetup(
        file,
        lambda resume: Journal(file, BOX, resume),
        lambda rules: tray_at(options.roller, rules.dice, seed),
        ticker,
        coach=options.coach,
        bench=options.bench,
        demo=options.demo,
        motion=False,
        pace=options.pace or (Pace.NORMAL if options.demo or last is None else last.pace),
        watched=watched,
        think=in_background if watched else at_once,
        work=work_in_background,
        open_voice=voice_at(options.speak),
        controls=Controls.WORDS,
        watcher=options.watcher,
    )


def watch(wanted: str, chosen: GameChoice, journal_file: Path) -> None:
    """Tell a match of the journal (its number, or ``last``), or a file with a referee's lines.

    Raises :class:`JournalFault` or :class:`RuleFault` if there is no such match.
    """
    from boxctl.screens.laptop.playback import watched_as_asked
    from boxctl.screens.plain.watch_lines import WatchLines

    watched = watched_as_asked(wanted, journal_file, chosen)
    with typed_at() as (output, lines):
        WatchLines(watched, output).run(lines)


def _type(typist: Typist, lines: Iterator[str]) -> None:
    """Hand over what is typed. Runs in a thread of its own: reading waits, the loop must not.

    At the end of the input the players leave; if their terminal has gone, they are interrupted.
    """
    terminal = InputTerminal()
    # A terminal that has gone cannot be read.
    with suppress(OSError):
        for line in lines:
            typist.type_line(line)
    if sys.platform != "win32" and terminal.has_gone:
        os.kill(os.getpid(), signal.SIGHUP)
        return
    typist.type_line(None)
