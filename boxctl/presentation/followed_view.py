"""The view of a table, kept up to date while it is played."""

from __future__ import annotations

from typing import Protocol

from boxctl.presentation.notices import Notice
from boxctl.presentation.table_view import TableView, table_view_of
from boxctl.referee.fields import PutBack
from boxctl.referee.game import Game
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling, as_data


class ObservedTable(Protocol):
    """The part of a played table that a view needs."""

    @property
    def referee(self) -> Referee:
        """The referee of the current match; each match has its own."""
        ...

    @property
    def put_back(self) -> PutBack:
        """The levers that people were told to move before play goes on."""
        ...


class FollowedView:
    """Folds what a table says into its view; ``play`` is the table at the start.

    Not thread-safe.
    """

    def __init__(self, play: Game) -> None:
        self._play = play
        self._view = table_view_of(play)
        self._table: ObservedTable | None = None

    def say(self, ruling: Ruling) -> None:
        """Take a ruling."""
        self._look()
        self._view = self._view.after(as_data(ruling))

    def tell(self, notice: Notice) -> None:
        """Take a notice."""
        self._view = self._view.told(notice)

    def follow(self, table: ObservedTable) -> None:
        """Take the levers to put back, and the current match, from this table."""
        self._table = table

    @property
    def view(self) -> TableView:
        """The view now."""
        self._look()
        back = self._view.back if self._table is None else self._table.put_back
        return self._view.asked(back)

    def settle(self) -> TableView:
        """Return the view now, and go on from there."""
        self._view = self.view
        return self._view

    def _look(self) -> None:
        """Start a new view if another match has begun; its rules and players may differ."""
        play = self._play if self._table is None else self._table.referee.play
        if play is not self._play:
            self._play = play
            self._view = self._view.of_match(play)
