"""A table on a laptop: the wood, the hands at it, and the program that referees it if it runs.

A :class:`Ticker` calls the beats at which everything due is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from contextvars import Context, copy_context
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.game import Game
from boxctl.screens.background_thinking import Think, at_once
from boxctl.screens.coaching.advice import CoachMode
from boxctl.screens.coaching.guide import arranged_dice
from boxctl.screens.dice_tray import Chance, VirtualTray, chance_of
from boxctl.screens.laptop.fault_bench import FaultBench
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.laptop_session import LaptopSession, TableListener
from boxctl.screens.laptop.pace import Pace, RobotPace
from boxctl.screens.laptop.table_log import TableLog
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.screens.pictures.picture import LINES, Glyphs
from boxctl.table.solo_best import Work, best_in
from boxctl.table.solo_best import at_once as do_at_once
from boxctl.table.states import JournalState
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message

TYPE_CHECKING = False

if TYPE_CHECKING:
    from boxctl.journal.session import Journal
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.tiles import TileSet
    from boxctl.screens.dice_tray import DiceTray
    from boxctl.screens.laptop.game_choice import LaptopWatcher
    from boxctl.screens.laptop.virtual_box import OpenVoice


# The menu does not wait for the table.


@frozen_dataclass
class GameSetup:
    """The journal, the dice, the time and the characters of a game.

    ``open_journal`` opens the journal at ``journal_file`` for a program that plays, to resume the
    match of a number, or with None the newest; ``tray_for`` gives the tray for some rules.
    ``coach`` is how much the coach says; ``bench`` is on from the beginning; a ``demo`` ends by
    itself. Without ``motion`` tiles and dice are at once where they belong; robots take their time,
    at this ``pace``, only if the game is ``watched`` by people; with ``sound`` the terminal rings.
    ``think`` runs the thinking of robots and coach, ``work`` the search for a player's best;
    ``open_voice`` opens the voice that says what is ruled at the speed ``voice``, None for no
    voice; it and the notices name these ``controls``.
    ``watcher`` follows every table. With ``end_stays`` a match that has ended stays on the table
    when it is opened again, until people begin another.
    """

    journal_file: Path
    open_journal: Callable[[int | None], Journal]
    tray_for: Callable[[RuleSet], AbstractContextManager[DiceTray]]
    ticker: Ticker
    glyphs: Glyphs = LINES
    theme: str = "boxctl-dark"
    motion: bool = True
    pace: Pace = Pace.NORMAL
    sound: bool = False
    voice: int | None = None
    watched: bool = True
    coach: CoachMode = "off"
    bench: bool = False
    demo: bool = False
    think: Think = at_once
    work: Work = do_at_once
    open_voice: OpenVoice | None = None
    controls: Controls = Controls.KEYS
    watcher: LaptopWatcher | None = None
    end_stays: bool = False

    @property
    def page_note(self) -> str:
        """Where the pages in browsers are, and the table's code; empty without pages."""
        return "" if self.watcher is None else self.watcher.note


PLUG_PULLED = message("The plug is pulled, and the box is dark. Tiles can still be moved.")
KEPT = "kept"
"""The players leave a match that can be resumed where it stands."""
UNRECORDED = "unrecorded"
"""They leave one while nothing can be recorded: it can be resumed where its record ends, if at all.
"""

ON_THE_ROLLER = message("Throw the dice on the roller: it tells what they show.")
"""The answer to a key or a command that throws, where the dice are real ones in a roller."""


class LaptopTable:
    """One table, open until :meth:`close`. ``listeners`` are told all that it says.

    ``resume`` is the number of a match that must go on. The wood is put on the table with the tiles
    open that are ``standing``, by default as a match begins.

    Raises :class:`Fault` if the journal or the roller cannot be had, or that match not resumed, and
    :class:`RuleFault` for a simulated player who cannot play by the rules.
    """

    def __init__(
        self,
        setup: GameSetup,
        chosen: GameChoice,
        listeners: Sequence[TableListener] = (),
        *,
        anew: bool = False,
        resume: int | None = None,
        standing: TileSet | None = None,
    ) -> None:
        self.setup = setup
        self.chosen = chosen
        self.session: LaptopSession | None = None
        self._played_last: int | None = None
        self.trouble = ""
        """Why the program could not be started again, with the code of the fault; usually empty."""
        self._listeners = listeners
        self._clock = setup.ticker.now
        self.pace = RobotPace(setup.pace, watched=setup.watched)
        """How fast robots play; people may change it, or hurry a turn."""
        self.table_log = self._new_log()
        rules = chosen.rules
        with ExitStack() as opening:
            tray = opening.enter_context(setup.tray_for(rules))
            self.box = LaptopBox(
                rules,
                tray,
                self._clock,
                setup.ticker.wake,
                seed=chosen.seed or 0,
                open_voice=setup.open_voice,
                parts=chosen.parts,
                tapped=chosen.tapped,
                standing=standing,
            )
            self.hands = VirtualHands(
                self.box, self._dice(), motion=setup.motion, controls=setup.controls
            )
            self.bench = FaultBench(self.box, self.hands)
            if setup.watcher is not None:
                setup.watcher.sit_down(self.box, self.hands)
            if setup.page_note:
                self.table_log.note(setup.page_note)
            self._book = self._start_program(anew=anew, resume=resume)
            self._open = opening.pop_all()

    def close(self) -> None:
        """Close everything; a match that is not over can be resumed."""
        if self.session is not None:
            self.session.close()
            self.session = None
        self._open.close()

    def leave(self) -> None:
        """Note that the players leave: the match is never resumed."""
        if self.session is not None:
            self.session.leave()

    @property
    def left_now(self) -> str:
        """What becomes of the match if it is left now: :data:`KEPT` or :data:`UNRECORDED`."""
        session = self.session
        if session is None or session.runtime.state.journal is JournalState.WRITING:
            return KEPT
        return UNRECORDED

    @property
    def play(self) -> Game:
        """The referee's book; without power, as it was last."""
        if self.session is not None:
            self._book = self.session.runtime.referee.play
        return self._book

    @property
    def begun(self) -> bool:
        """Whether a throw has been made in the match that is played."""
        return self.table_log.score.throws > 0

    @property
    def by_itself(self) -> bool:
        """Whether the player whose turn it is plays by itself."""
        return self.session is not None and self.session.by_itself

    @property
    def passes_at_once(self) -> bool:
        """Whether a robot plays whom nobody wants to wait for, and only simulated things are due.

        The disk, a roller on a cable, a voice and the thinking of a robot have a time of their own.
        """
        session = self.session
        if session is None or not self.by_itself or self.pace.now is not Pace.INSTANT:
            return False
        simulated = isinstance(self.box.tray, VirtualTray) and self.setup.open_voice is None
        if not simulated or session.robots.thinking or not session.runtime.all_recorded:
            return False
        by_robots = session.robots.due(self._clock(), session.runtime, self.hands)
        moving = not self.hands.still or not session.runtime.at_rest
        return moving or by_robots is not None

    @property
    def answers_by_itself(self) -> bool:
        """Whether a robot answers what the box asks."""
        session = self.session
        return session is not None and self.by_itself and session.robots.answer(self.hands)

    def take_wanted(self) -> GameChoice | None:
        """Return the game that a follower of the table wants instead, once."""
        watcher = self.setup.watcher
        wanted = None if watcher is None else watcher.take_wanted()
        return None if wanted is None else wanted.chosen_after(self.chosen)

    # The voice.

    def say_aloud(self, words: str) -> None:
        """Have the voice say an answer to what somebody asked, if there is a voice."""
        if self.session is not None:
            self.session.say_aloud(words)

    def hush(self) -> None:
        """Cut off what the voice says, but for results: somebody has pressed a key."""
        if self.session is not None:
            self.session.hush()

    # Time.

    @property
    def due(self) -> int | None:
        """The time at which something happens by itself; None if nothing will."""
        running = self.session.due if self.session is not None else self.hands.due
        dues = (running, self.bench.due)
        return min((due for due in dues if due is not None), default=None)

    def step(self) -> None:
        """Do all that is due."""
        now = self._clock()
        if self.setup.watcher is not None:
            while (news := self.setup.watcher.take_news()) is not None:
                self.table_log.note(news)
        self.bench.advance(now)
        if self.session is not None:
            self.session.step()
        else:
            # Without power no program takes the events.
            self.hands.advance(now)
            self.box.inbox.take(now)

    # Power.

    def pull_the_plug(self) -> None:
        """End the program, even in the middle of a move; the wood stays as it is."""
        if self.session is not None:
            self._book = self.play
            self.session.close()
            self._played_last = self.session.match
            self.session = None
            self.box.loses_power()
            if self.setup.watcher is not None:
                self.setup.watcher.unplugged()

    def put_the_plug_back(self) -> None:
        """Start the program again: it knows nothing but what the journal has.

        If it cannot start, the box stays dark, and :attr:`trouble` says why.
        """
        self.box.inbox.take(self._clock())
        guided = self.guided and not self._book.over
        self.chosen = replace(self.chosen, guided=guided)
        self.trouble, before, self.table_log = "", self.table_log, self._new_log()
        self.table_log.purse, self.table_log.told = before.purse, before.told
        try:
            self._start_program(anew=self._book.over)
        except Fault as fault:
            self.trouble, self.table_log = str(fault), before

    @property
    def guided(self) -> bool:
        """Whether the match that is played is somebody's first; the next one is no more."""
        return self.table_log.guided

    def _dice(self) -> Chance:
        """Return the dice: arranged ones as long as a match is guided."""
        by_chance = chance_of(self.chosen.seed)
        if not self.chosen.guided:
            return by_chance
        return lambda events: (
            arranged_dice(self.table_log.rulings) if self.guided else by_chance(events)
        )

    def _new_log(self) -> TableLog:
        chosen = self.chosen
        return TableLog(chosen.rules, chosen.players, self._clock)

    def _start_program(self, *, anew: bool, resume: int | None = None) -> Game:
        self.session = LaptopSession(
            self.box,
            self.chosen,
            self.setup.open_journal,
            best_in(self.setup.journal_file, BOX),
            self._clock,
            self.hands,
            self.table_log,
            self._listeners,
            anew=anew,
            resume=resume,
            played_last=self._played_last,
            end_stays=self.setup.end_stays,
            think=self.setup.think,
            work=self.setup.work,
            controls=self.setup.controls,
            pace=self.pace,
            watcher=self.setup.watcher,
        )
        return self.session.runtime.referee.play


Beat = Callable[[], None]


class Ticker(Protocol):
    """A clock in microseconds that calls a beat when one is due, or when it is woken."""

    def now(self) -> int:
        """Return the time in microseconds."""
        ...

    def start(self, beat: Beat) -> None:
        """Call ``beat`` at each beat from now on."""
        ...

    def beat_at(self, due: int | None) -> None:
        """Set when the next beat is due if nothing wakes it earlier; None for never."""
        ...

    def wake(self) -> None:
        """Beat soon. Safe from any thread."""
        ...

    def hurry(self, may_skip: Callable[[], bool]) -> None:
        """Skip the short waits from now on, whenever ``may_skip`` says that nobody misses them."""
        ...

    def stop(self) -> None:
        """End the beats."""
        ...


MOST_SKIPPED = 1_000_000
"""The longest wait that is skipped, in microseconds: longer ones are for people."""

FOR_OTHERS = 0.001
"""The time that other threads are given before time is skipped, in seconds."""


class AsyncioTicker:
    """A ticker within a running asyncio loop; ``clock`` is in microseconds."""

    def __init__(self, clock: Callable[[], int] = monotonic_us) -> None:
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._context: Context | None = None
        self._beat: Beat | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._woken = False
        self._may_skip: Callable[[], bool] = bool
        self._ahead = 0

    def now(self) -> int:
        """Return the time in microseconds, usually of CLOCK_MONOTONIC, and what was skipped."""
        return self._clock() + self._ahead

    def hurry(self, may_skip: Callable[[], bool]) -> None:
        """Skip short waits from now on, whenever ``may_skip`` says so."""
        self._may_skip = may_skip

    def start(self, beat: Beat) -> None:
        """Beat in the loop that is running, in the context of the caller."""
        self._loop, self._context = asyncio.get_running_loop(), copy_context()
        self._beat = beat

    def beat_at(self, due: int | None) -> None:
        """Set the timer."""
        if self._timer is not None:
            self._timer.cancel()
        if due is None or self._loop is None:
            return
        wait = max(0, due - self.now())
        if 0 < wait <= MOST_SKIPPED and self._may_skip():
            skip = partial(self._skip_to, due)
            self._timer = self._loop.call_later(FOR_OTHERS, skip, context=self._context)
        else:
            self._timer = self._loop.call_later(wait / 1_000_000, self._run, context=self._context)

    def wake(self) -> None:
        """Beat as soon as the loop comes to it, once for any number of calls."""
        if self._loop is not None and not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop is closed: the screen is gone
                self._loop.call_soon_threadsafe(self._run, context=self._context)

    def stop(self) -> None:
        """Cancel the timer and forget the beat."""
        self.beat_at(None)
        self._beat = None

    def _skip_to(self, due: int) -> None:
        self._ahead += max(0, due - self.now())
        self._run()

    def _run(self) -> None:
        self._woken = False
        if self._beat is not None:
            self._beat()
