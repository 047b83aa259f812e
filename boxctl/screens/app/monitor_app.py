"""The full screen of the monitor as a Textual app."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from functools import partial
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.filter import LineFilter

from boxctl.monitor.box_monitor import NEXT_MODE, WORDS_TO_SAY, BoxMonitor, Report
from boxctl.monitor.monitor_sentences import report_line
from boxctl.monitor.open_monitor import open_monitor, raw_level
from boxctl.screens.app.game_app import TextFilter
from boxctl.screens.app.history_screen import letter_key
from boxctl.screens.app.picture_widget import OTHER_SHADE, THEMES, PictureWidget
from boxctl.screens.laptop.laptop_table import AsyncioTicker, Ticker
from boxctl.screens.pictures.monitor_picture import (
    MonitorView,
    contact_at,
    monitor_picture,
    monitor_view,
)
from boxctl.screens.pictures.picture import ASCII, Glyphs, footer_key_at, in_ascii, lines_needed
from groundwork.clock import monotonic_us
from groundwork.language import tr
from groundwork.system.threads import THREADS_OF_A_SCREEN, check_that_threads_start
from groundwork.terminal import InputTerminal, forget_terminal
from hardware.config.box_file import BoxFile
from hardware.devices import Contact, DeviceEvent

LOG_KEPT = 200
"""The most reports that are kept, for a tall window."""

TakeEvents = Callable[[], Sequence[DeviceEvent]]
"""Returns what devices have handed over since the last call. Never waits."""


class MonitorApp(App[None]):
    """Shows the monitor of an open box until people leave, or a signal ends it.

    ``log`` gets the newest reports, as lines. ``worn`` are the contacts that get worse.
    ``close_box`` is called if the terminal goes; otherwise the caller closes the box.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "select(-1)", show=False),
        Binding("down", "select(1)", show=False),
        Binding("enter", "lamp", show=False),
        letter_key("m", "lamps"),
        letter_key("r", "throw"),
        letter_key("t", "turn"),
        letter_key("s", "speak"),
        letter_key("b", "beep"),
        letter_key("d", "display"),
        letter_key("z", "reset"),
        letter_key("l", "light_or_dark"),
        letter_key("q", "leave"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        monitor: BoxMonitor,
        box_file: BoxFile,
        take: TakeEvents,
        ticker: Ticker,
        log: Sequence[str],
        worn: Collection[Contact],
        glyphs: Glyphs,
        theme: str,
        close_box: Callable[[], object],
    ) -> None:
        super().__init__()
        self._close_box = close_box
        self._terminal = InputTerminal()
        self._monitor = monitor
        self._box_file = box_file
        self._take = take
        self._ticker = ticker
        self._log_lines = log
        self._worn = worn
        self._glyphs = glyphs
        self._selected = 0
        self._picture = PictureWidget("monitor")
        for each in THEMES.values():
            self.register_theme(each)
        self.theme = theme

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the one that lets only text through to Textual's own."""
        return [*super().get_line_filters(), TextFilter()]

    def compose(self) -> ComposeResult:
        """Fill the screen with the picture."""
        yield self._picture

    def on_mount(self) -> None:
        """Begin to watch the box."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self.exit)
            loop.add_signal_handler(signal.SIGHUP, self._hang_up)
            self._terminal.when_gone(lambda: loop.call_soon_threadsafe(self._hang_up))
        self._ticker.start(self.beat)
        self.beat()

    def _hang_up(self) -> None:
        """End; without a terminal at once, as Textual would wait for ever for its keys."""
        if not self._terminal.has_gone:
            self.exit()
            return
        self._close_box()
        forget_terminal()
        os._exit(0)

    def on_unmount(self) -> None:
        """Stop the ticker."""
        self._ticker.stop()

    def beat(self) -> None:
        """Take a step of the monitor, draw, and ask to be called when it is due."""
        now = self._ticker.now()
        self._monitor.step(now, self._take())
        self._draw()
        self._ticker.beat_at(self._monitor.due)

    @property
    def view(self) -> MonitorView:
        """The view model on the screen."""
        return monitor_view(
            self._monitor,
            self._ticker.now(),
            str(self._box_file.path),
            self._selected,
            tuple(self._log_lines),
            self._worn,
            partial(raw_level, self._box_file),
        )

    def _draw(self) -> None:
        picture = monitor_picture(self.view, *self.size, self._glyphs)
        self._picture.paint(in_ascii(picture) if self._glyphs is ASCII else picture)

    def on_resize(self, _event: Resize) -> None:
        """Draw for the new size."""
        self._draw()

    # Keys and mouse.

    async def on_click(self, event: Click) -> None:
        """Select the contact that was clicked, or do what the key of the footer does."""
        view, (columns, lines) = self.view, self.size
        keys = lines_needed(view.footer, columns)
        line = event.screen_y - (lines - keys)
        key = footer_key_at(view.footer, columns, keys, event.screen_x, line) if line >= 0 else None
        place = contact_at(view, columns, lines, event.screen_y)
        if key is not None:
            await self.run_action(key.action)
        elif place is not None:
            self._selected = place
            self._draw()

    def action_select(self, steps: int) -> None:
        """Select the next contact, or the one before."""
        last = len(self._monitor.contacts.statistics) - 1
        self._selected = max(0, min(last, self._selected + steps))
        self._draw()

    def action_lamp(self) -> None:
        """Switch the lamp of the selected tile."""
        contact = list(self._monitor.contacts.statistics)[self._selected]
        if isinstance(contact, int):
            self._monitor.toggle_lamp(contact)
        self.beat()

    def action_lamps(self) -> None:
        """Switch the lamps to their next mode."""
        self._monitor.set_lamps(NEXT_MODE[self._monitor.lamps.mode])
        self.beat()

    def action_throw(self) -> None:
        """Throw the dice."""
        self._monitor.throw()
        self.beat()

    def action_turn(self) -> None:
        """Show every face of every die."""
        self._monitor.turn_dice()
        self.beat()

    def action_speak(self) -> None:
        """Try the voice."""
        self._monitor.speak(tr(WORDS_TO_SAY))

    def action_beep(self) -> None:
        """Try the buzzer."""
        self._monitor.beep()

    def action_display(self) -> None:
        """Try the display."""
        self._monitor.fill_display()

    def action_reset(self) -> None:
        """Start the statistics from zero."""
        self._monitor.reset()
        self.beat()

    def action_light_or_dark(self) -> None:
        """Change to the other theme."""
        self.theme = OTHER_SHADE[self.theme]

    def action_leave(self) -> None:
        """End."""
        self.exit()


def monitor_full(box_file: BoxFile, worn: Collection[Contact], glyphs: Glyphs, theme: str) -> None:
    """Open the box and show its monitor in the terminal until people leave.

    Raises :class:`Fault` if a device cannot be had.
    """
    ticker = AsyncioTicker()
    events: deque[DeviceEvent] = deque()
    log: deque[str] = deque(maxlen=LOG_KEPT)
    began = monotonic_us()

    def hand_over(event: DeviceEvent) -> None:
        events.append(event)
        ticker.wake()

    def report(what: Report) -> None:
        log.append(report_line(what, began, partial(raw_level, box_file)))

    def take() -> list[DeviceEvent]:
        return [events.popleft() for _ in range(len(events))]

    with ExitStack() as closing:
        monitor = open_monitor(closing, box_file, monotonic_us, hand_over, report)
        app = MonitorApp(monitor, box_file, take, ticker, log, worn, glyphs, theme, closing.close)
        check_that_threads_start(THREADS_OF_A_SCREEN)
        app.run()
