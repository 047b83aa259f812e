"""What there is to be seen of a table goes to its display."""

from __future__ import annotations

from typing import Protocol

from boxctl.presentation.notices import Notice
from boxctl.presentation.pages import Layout, layout
from boxctl.presentation.table_view import TableView, table_view_of
from boxctl.referee.play import Play
from boxctl.referee.put_back import PutBack
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from hardware.devices import Display

AT_ONCE = 0


class ObservedTable(Protocol):
    """A table, as it stands."""

    @property
    def referee(self) -> Referee:
        """The referee of the match that is played, another one for each match."""
        ...

    @property
    def put_back(self) -> PutBack:
        """The levers that must move before play goes on, as far as that has been said."""
        ...


class DisplayPresenter:
    """Keeps the display at what there is to be seen.

    ``play`` is how the table stands at the start. It acts at a time of its own
    (:class:`boxctl.table.loop.Timed`): the display is changed in :meth:`advance`, once for all
    that a step of the loop has brought, and where a scene has several pages they are turned there.
    """

    def __init__(self, play: Play, display: Display) -> None:
        self._play = play
        self._scene = table_view_of(play)
        self._display = display
        self._table: ObservedTable | None = None
        self._shown: TableView | None = None
        self._layout = Layout(((),))
        self._since = 0
        self._next_page: int | None = None

    def say(self, ruling: Ruling) -> None:
        """A ruling is made."""
        self._look()
        self._scene = self._scene.after(ruling)

    def tell(self, notice: Notice) -> None:
        """Something else has happened that people have to know."""
        self._scene = self._scene.told(notice)

    def follow(self, table: ObservedTable) -> None:
        """From now on look here for what has to be put back, and for another match."""
        self._table = table

    @property
    def scene(self) -> TableView:
        """What there is to be seen."""
        self._look()
        back = self._scene.back if self._table is None else self._table.put_back
        return self._scene.asked(back)

    @property
    def due(self) -> int | None:
        """When the display has to be changed."""
        return AT_ONCE if self.scene != self._shown else self._next_page

    def advance(self, now: int) -> None:
        """Change the display, if that is due."""
        due = self.due
        if due is None or due > now:
            return
        self._scene = self.scene
        if self._scene != self._shown:
            self._shown, self._since = self._scene, now
            self._layout = layout(self._scene, self._display.face)
        self._display.show(self._layout.page(self._since, now))
        self._next_page = self._layout.next_page(self._since, now)

    def _look(self) -> None:
        """Look if another match has begun, perhaps by other rules and with other players."""
        play = self._play if self._table is None else self._table.referee.play
        if play is not self._play:
            self._play = play
            self._scene = self._scene.of_match(play)
