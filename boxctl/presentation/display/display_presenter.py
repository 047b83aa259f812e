"""Keep the display of a table up to date."""

from __future__ import annotations

from dataclasses import replace

from boxctl.presentation.display.pages import Layout, layout
from boxctl.presentation.followed_view import FollowedView, ObservedTable
from boxctl.presentation.notices import Notice
from boxctl.presentation.table_view import Invitation, Stage, TableView
from boxctl.referee.play import Play
from boxctl.referee.ruling import Ruling
from hardware.devices import Display

AT_ONCE = 0


class DisplayPresenter:
    """Shows the table view on the display.

    ``play`` is the table at the start. The loop calls :meth:`advance` when it is :attr:`due`
    (:class:`boxctl.table.loop.Timed`). Only that changes the display or turns its pages, so a
    display changes at most once in a step of the loop. Not thread-safe.
    """

    def __init__(self, play: Play, display: Display) -> None:
        self._followed = FollowedView(play)
        self._display = display
        self._shown: TableView | None = None
        self._layout = Layout(((),))
        self._since = 0
        self._next_page: int | None = None
        self._invitation: Invitation | None = None
        self._invites_until: int | None = None

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        """Show this invitation between matches, and until the time ``until`` in a match, too.

        ``until`` is in microseconds of box time. None is no invitation.
        """
        self._invitation, self._invites_until = invitation, until

    def say(self, ruling: Ruling) -> None:
        """Show a ruling."""
        self._followed.say(ruling)

    def tell(self, notice: Notice) -> None:
        """Show a notice."""
        self._followed.tell(notice)

    def follow(self, table: ObservedTable) -> None:
        """Take the levers to put back, and the current match, from this table."""
        self._followed.follow(table)

    @property
    def view(self) -> TableView:
        """The view to show."""
        return self._with_invitation(self._followed.view)

    def _with_invitation(self, view: TableView) -> TableView:
        asked = self._invites_until is not None
        if self._invitation is None or not (asked or view.stage is Stage.MATCH_OVER):
            return view
        return replace(view, invitation=replace(self._invitation, asked=asked))

    @property
    def due(self) -> int | None:
        """When to call :meth:`advance`, in microseconds of box time; None for never."""
        if self.view != self._shown:
            return AT_ONCE
        times = (self._next_page, self._invites_until)
        return min((time for time in times if time is not None), default=None)

    def advance(self, now: int) -> None:
        """Change the display if that is due."""
        due = self.due
        if due is None or due > now:
            return
        if self._invites_until is not None and now >= self._invites_until:
            self._invites_until = None
        view = self._with_invitation(self._followed.settle())
        if view != self._shown:
            self._shown = view
            laid_out = layout(view, self._display.face)
            if laid_out != self._layout:
                self._layout, self._since = laid_out, now
        self._display.show(self._layout.page(self._since, now))
        self._next_page = self._layout.next_page(self._since, now)
