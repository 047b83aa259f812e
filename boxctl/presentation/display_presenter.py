"""Keep the display of a table up to date."""

from __future__ import annotations

from typing import Protocol

from boxctl.presentation.display.pages import Layout, layout
from boxctl.presentation.english import ENGLISH
from boxctl.presentation.notices import Notice
from boxctl.presentation.table_view import TableView, table_view_of
from boxctl.presentation.wording import Wording
from boxctl.referee.play import Play
from boxctl.referee.put_back import PutBack
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from hardware.devices import Display

AT_ONCE = 0


class ObservedTable(Protocol):
    """What the display needs to know of a table that is played."""

    @property
    def referee(self) -> Referee:
        """The referee of the current match; each match has its own."""
        ...

    @property
    def put_back(self) -> PutBack:
        """The levers that people were told to move before play goes on."""
        ...


class DisplayPresenter:
    """Shows the table view on the display.

    ``play`` is the table at the start. The loop calls :meth:`advance` when it is :attr:`due`
    (:class:`boxctl.table.loop.Timed`): only there the display changes, once for each step of the
    loop, and pages are turned. Not thread-safe.
    """

    def __init__(self, play: Play, display: Display, wording: Wording = ENGLISH) -> None:
        self._wording = wording
        self._play = play
        self._view = table_view_of(play)
        self._display = display
        self._table: ObservedTable | None = None
        self._shown: TableView | None = None
        self._layout = Layout(((),))
        self._since = 0
        self._next_page: int | None = None

    def say(self, ruling: Ruling) -> None:
        """Show a ruling."""
        self._look()
        self._view = self._view.after(ruling)

    def tell(self, notice: Notice) -> None:
        """Show a notice."""
        self._view = self._view.told(notice)

    def follow(self, table: ObservedTable) -> None:
        """Take the levers to put back, and the current match, from this table."""
        self._table = table

    @property
    def view(self) -> TableView:
        """The view to show."""
        self._look()
        back = self._view.back if self._table is None else self._table.put_back
        return self._view.asked(back)

    @property
    def due(self) -> int | None:
        """When to call :meth:`advance`, in microseconds of box time; None for never."""
        return AT_ONCE if self.view != self._shown else self._next_page

    def advance(self, now: int) -> None:
        """Change the display if that is due."""
        due = self.due
        if due is None or due > now:
            return
        self._view = self.view
        if self._view != self._shown:
            self._shown, self._since = self._view, now
            self._layout = layout(self._view, self._display.face, self._wording)
        self._display.show(self._layout.page(self._since, now))
        self._next_page = self._layout.next_page(self._since, now)

    def _look(self) -> None:
        """Start a new view if another match has begun; its rules and players may differ."""
        play = self._play if self._table is None else self._table.referee.play
        if play is not self._play:
            self._play = play
            self._view = self._view.of_match(play)
