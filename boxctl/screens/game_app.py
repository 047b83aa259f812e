"""The full-screen game as a Textual app."""

from __future__ import annotations

import asyncio
import signal
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from boxctl.rules.faults import RuleFault
from boxctl.screens.chosen import Chosen
from boxctl.screens.glyphs import ASCII
from boxctl.screens.setup import Setup
from boxctl.screens.table_screen import TableScreen
from firmware_bridge.faults import Fault

INTERRUPTED = "interrupted"
"""What the app gives when it was ended by a signal: the players have not left."""

Ended = Fault | RuleFault | str | None

_OTHER = {
    "textual-dark": "textual-light", "textual-light": "textual-dark",
    "ansi-dark": "ansi-light", "ansi-light": "ansi-dark",
}  # fmt: skip


class GameApp(App[Ended]):
    """Gives None when the players have left, :data:`INTERRUPTED`, or the fault that ended it."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave_at_once", show=False, priority=True),
        Binding("l", "light_or_dark", show=False),
    ]

    def __init__(self, setup: Setup, chosen: Chosen, *, anew: bool = False) -> None:
        super().__init__()
        self.setup = setup
        self._first_chosen = chosen
        self._anew = anew

    def on_mount(self) -> None:
        """Begin."""
        if not self.is_headless:
            self._end_on_signals()
        self.theme = self.setup.theme
        self.set_class(self.setup.glyphs is ASCII, "ascii")
        self.push_screen(TableScreen(self.setup, self._first_chosen, anew=self._anew))

    def _end_on_signals(self) -> None:
        """SIGTERM and SIGHUP end the game, and the match goes on another time."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.exit, INTERRUPTED)
        loop.add_signal_handler(signal.SIGINT, self.action_leave_at_once)

    def action_light_or_dark(self) -> None:
        """The other theme."""
        self.theme = _OTHER.get(self.theme, "textual-dark")

    def action_leave_at_once(self) -> None:
        """Ctrl-C: the players leave, wherever they are."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.leave_for_good()
        self.exit()
