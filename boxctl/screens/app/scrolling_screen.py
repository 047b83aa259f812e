"""Base of the screens with a log and a score sheet: keys and the wheel scroll them."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp
from textual.screen import Screen

from boxctl.screens.laptop.scrolling import TableScrolling
from boxctl.screens.pictures.table_plan import TablePlan

SCROLLS = ("pageup", "pagedown", "up", "down")
"""The keys that scroll."""

WHEEL = 3
"""The rows of the log that one step of the mouse wheel scrolls."""


class ScrollingScreen(Screen[None]):
    """A screen that draws a table with ``scrolling`` by ``plan`` at each ``beat``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_log(1)"),
        Binding("pagedown", "scroll_log(-1)"),
        Binding("up", "scroll_sheet(-1)"),
        Binding("down", "scroll_sheet(1)"),
    ]

    @property
    @abstractmethod
    def scrolling(self) -> TableScrolling:
        """The scroll positions of the log and the sheet."""

    @property
    @abstractmethod
    def plan(self) -> TablePlan:
        """The plan by which everything was drawn."""

    @abstractmethod
    def beat(self) -> None:
        """Draw what has changed."""

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log back by so many pages, or forward (below 0)."""
        self.scrolling.scroll_log(pages)
        self.beat()

    def action_scroll_sheet(self, seats: int) -> None:
        """Scroll the score sheet down by so many seats, or up (below 0)."""
        self.scrolling.scroll_sheet(seats)
        self.beat()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll what is under the mouse up: the log, or the score sheet."""
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll what is under the mouse down."""
        self._scroll(event, -1)

    def _scroll(self, event: MouseScrollUp | MouseScrollDown, up: int) -> None:
        if not self.check_action("scroll_log", (up,)):
            return
        if self.plan.side.holds(event.screen_x, event.screen_y):
            self.scrolling.scroll_sheet(-up)
        else:
            self.scrolling.scroll_log_by(up * WHEEL)
        self.beat()
