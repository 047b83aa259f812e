"""The full-screen game as a Textual app.

Nothing but text gets through to the terminal: a filter stands in each line's way.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import ClassVar, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import ModalScreen

from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.app.menu.menu_screen import MenuScreen
from boxctl.screens.app.picture_widget import OTHER_SHADE, themes
from boxctl.screens.app.table_overlays import FinalResult
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.house_habits import LastChoice, recall, remember
from boxctl.screens.laptop.laptop_table import GameSetup
from boxctl.screens.laptop.playback import WatchedMatch
from boxctl.screens.laptop.unfinished_matches import unfinished_matches
from boxctl.screens.pictures.palettes import ColourDepth
from boxctl.screens.pictures.picture import ASCII
from groundwork.faults import Fault
from groundwork.printing import REPLACEMENT, as_text
from groundwork.system.threads import start_thread
from groundwork.terminal import InputTerminal, forget_terminal

TYPE_CHECKING = False

if TYPE_CHECKING:
    from boxctl.screens.app.options_screen import ShownOptions
    from boxctl.screens.app.table_screen import TableScreen
    from boxctl.screens.coaching.advice import CoachMode


@lru_cache(4096)
def _shown(text: str) -> str:
    """Return a text as it is shown, in as many columns. Frame by frame most of it is the same."""
    shown = as_text(text)
    return text if shown == text else _as_wide(text, shown)


def _as_wide(text: str, shown: str) -> str:
    """Drop each replacement of a character without width, so that the line stays as wide."""
    return "".join(
        after
        for before, after in zip(text, shown, strict=True)
        if after != REPLACEMENT or cell_len(before)
    )


INTERRUPTED = "interrupted"
"""Returned by the app if a signal ended it: the players have not left."""

ENDINGS = [signal.SIGINT, signal.SIGTERM]
"""The signals that end a game."""

if sys.platform != "win32":
    ENDINGS.append(signal.SIGHUP)

HANG_UP_SECONDS = 2.0
"""The longest that the app may take to end once its terminal has gone, in seconds."""

Ended = Fault | FinalResult | str | None
"""The result of the app: see :class:`GameApp`."""


def _on_signal(loop: asyncio.AbstractEventLoop, number: int, ending: Callable[[], object]) -> None:
    """Call ``ending`` in the loop when this signal comes."""
    if sys.platform == "win32":
        # Its loops handle no signals.
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(ending))
    else:
        loop.add_signal_handler(number, ending)


@runtime_checkable
class TakesOptions(Protocol):
    """A screen that goes on by other options when people change them."""

    def take_options(self, setup: GameSetup) -> None:
        """Go on by the options of this setup."""
        ...


class GameApp(App[Ended]):
    """Plays the game that was ``chosen``, or asks for one; or shows a match to be ``watched``.

    ``resume`` is the number of a match to go on with, that of ``chosen``. Returns None when the
    players have left, what becomes of a match that is not over (:attr:`LaptopTable.left_now`), the
    :class:`FinalResult` of one that is, :data:`INTERRUPTED` after a signal, or the fault that ended
    it.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    GameApp.ascii TextScreen > VerticalScroll { border: ascii $accent; }
    GameApp.ascii OptionList, GameApp.ascii VerticalScroll { scrollbar-size-vertical: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave_at_once", show=False, priority=True),
        letter_key("l", "light_or_dark"),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("f5", "history", show=False),
        Binding("f8", "options", show=False),
    ]

    def __init__(
        self,
        setup: GameSetup,
        chosen: GameChoice | None,
        *,
        anew: bool = False,
        resume: int | None = None,
        watched: WatchedMatch | None = None,
    ) -> None:
        super().__init__()
        self._watched = watched
        self.setup = setup
        self._chosen = chosen
        self._anew = anew
        self._resume = resume
        self._signalled: int | None = None
        self._terminal = InputTerminal()
        depth = ColourDepth.XTERM if self.console.color_system == "256" else ColourDepth.TRUE
        for theme in themes(depth).values():
            self.register_theme(theme)
        self.theme = setup.theme

    def keep_signals(self) -> None:
        """Keep a signal that comes before the app can act on it, and act on it then.

        Otherwise Ctrl-C would be lost while Textual starts, and a SIGTERM would leave the terminal
        in Textual's state. Call it in the main thread, before :meth:`run`.
        """
        for number in ENDINGS:
            signal.signal(number, self._keep_signal)

    def _keep_signal(self, number: int, _frame: object) -> None:
        self._signalled = number

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the filter that lets only text through to Textual's own."""
        return [*super().get_line_filters(), TextFilter()]

    def on_mount(self) -> None:
        """Show the first screen."""
        if not self.is_headless:
            self._end_on_signals()
        self.set_class(self.setup.glyphs is ASCII, "ascii")
        if self._watched is not None:
            from boxctl.screens.app.watch_screen import WatchScreen

            self.push_screen(WatchScreen(self.setup, self._watched))
            return
        if self._chosen is not None:
            self.push_screen(self._table(self._chosen, self._resume, anew=self._anew))
        else:
            self.push_screen(self._menu())

    def _menu(self) -> MenuScreen:
        last = recall(self.setup.journal_file)
        waiting = () if self._anew else unfinished_matches(self.setup.journal_file)
        before = last.chosen if last is not None else None
        return MenuScreen(self.setup, before, waiting, self._play)

    def _back_to_menu(self) -> None:
        # The command line asked for one new match, and it has been played.
        self._anew = False
        self.switch_screen(self._menu())

    def _play(self, chosen: GameChoice, resume: int | None) -> None:
        self.switch_screen(self._table(chosen, resume, anew=resume is None))

    def _table(self, chosen: GameChoice, resume: int | None, *, anew: bool) -> TableScreen:
        # Nobody chose the players of a demo: they are not remembered for the next game.
        if not (self.setup.demo or chosen.guided):
            setup = self.setup
            remember(setup.journal_file, self._as_kept(chosen))
        # Its import brings most of the program along: the menu does not wait for it.
        from boxctl.screens.app.table_screen import TableScreen

        return TableScreen(
            self.setup,
            chosen,
            self._back_to_menu,
            lambda another: self._play(another, None),
            self._keep_coach,
            anew=anew,
            resume=resume,
        )

    def _end_on_signals(self) -> None:
        """End on SIGTERM, on SIGHUP and without a terminal; the match can be resumed."""
        loop = asyncio.get_running_loop()
        end: dict[int, Callable[[], object]] = {
            signal.SIGTERM: lambda: self.exit(INTERRUPTED),
            signal.SIGINT: self.action_leave_at_once,
        }
        if sys.platform != "win32":
            end[signal.SIGHUP] = self._hang_up
        for number, ending in end.items():
            _on_signal(loop, number, ending)
        self._terminal.when_gone(partial(self._end_without_terminal, loop))
        if self._signalled is not None:
            end[signal.Signals(self._signalled)]()

    def _hang_up(self) -> None:
        """End although the terminal may be gone: the window was probably closed.

        Without a terminal Textual waits for ever for its thread that reads the keys. Nothing is
        lost by ending anyway: what was shown is in the journal.
        """
        if self._terminal.has_gone:
            forget_terminal()
        self.exit(INTERRUPTED)
        _end_anyway()

    def _end_without_terminal(self, loop: asyncio.AbstractEventLoop) -> None:
        """End in the thread that noticed it, as the loop may wait for ever to write."""
        _end_anyway()
        loop.call_soon_threadsafe(self._hang_up)

    def action_light_or_dark(self) -> None:
        """Change to the other theme and remember it."""
        self.theme = OTHER_SHADE[self.theme]
        self._remember_options()

    def action_options(self) -> None:
        """Show the page of options, over the menu or the table."""
        if isinstance(self.screen, ModalScreen):
            return
        from boxctl.screens.app.options_screen import OptionsScreen, ShownOptions

        setup = self.setup
        options = ShownOptions(
            setup.pace, setup.sound, setup.motion, self.theme, setup.coach, setup.voice
        )
        self.push_screen(OptionsScreen(options, self._take_options))

    def _take_options(self, options: ShownOptions) -> str:
        """Play by these options from now on, and remember them; return why that cannot be."""
        open_voice = self.setup.open_voice
        if options.voice != self.setup.voice:
            from boxctl.screens.laptop.virtual_box import voice_at

            try:
                open_voice = voice_at(options.voice)
            except Fault as fault:
                return str(fault)
        self.setup = replace(
            self.setup,
            pace=options.pace,
            sound=options.sound,
            motion=options.motion,
            coach=options.coach,
            voice=options.voice,
            open_voice=open_voice,
        )
        self.theme = options.theme
        self._tell_options()
        self._remember_options()
        return ""

    def _keep_coach(self, mode: CoachMode) -> None:
        """Remember how much the coach says, for this game and the next ones."""
        self.setup = replace(self.setup, coach=mode)
        self._remember_options()

    def _tell_options(self) -> None:
        """Let every screen go on by the options, whatever lies over it."""
        for screen in self.screen_stack:
            if isinstance(screen, TakesOptions):
                screen.take_options(self.setup)

    def _remember_options(self) -> None:
        """Remember the options beside the game that was chosen last; a demo is nobody's choice."""
        file = self.setup.journal_file
        if not self.setup.demo:
            last = recall(file)
            remember(file, self._as_kept(None if last is None else last.chosen))

    def _as_kept(self, chosen: GameChoice | None) -> LastChoice:
        setup = self.setup
        return LastChoice(
            chosen,
            setup.coach,
            self.theme,
            setup.motion,
            setup.pace,
            setup.sound,
            setup.voice,
        )

    def action_history(self) -> None:
        """Show how the players have fared, over the menu or the table."""
        if isinstance(self.screen, ModalScreen):
            return
        # Its import brings the audit and the odds along: a game can begin without them.
        from boxctl.screens.app.history_screen import HistoryScreen

        self.push_screen(HistoryScreen(self.setup))

    def action_leave_at_once(self) -> None:
        """Leave at once, from any screen (Ctrl-C); a match that was begun can be resumed."""
        ended = [table.leave_at_once() for table in self._tables]
        self.exit(next((end for end in ended if end is not None), None))

    @property
    def _tables(self) -> list[TableScreen]:
        """The table, whatever lies over it; none before a game is chosen."""
        from boxctl.screens.app.table_screen import TableScreen

        return [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]


def _end_anyway() -> None:
    """End the program in :data:`HANG_UP_SECONDS` if it has not ended by itself."""
    ending = threading.Timer(HANG_UP_SECONDS, os._exit, (0,))
    ending.daemon = True
    with suppress(Fault):
        start_thread(ending)


class TextFilter(LineFilter):
    """Takes from every line what :func:`groundwork.printing.as_text` does not show.

    Textual has laid the line out by then, so a character gets U+FFFD only if it has a column.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line, with text alone."""
        return [
            segment
            if segment.control or (shown := _shown(segment.text)) == segment.text
            else Segment(shown, segment.style)
            for segment in segments
        ]
