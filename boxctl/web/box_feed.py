"""The feed of a real box, whose buttons can be pressed on a page, too."""

from __future__ import annotations

from typing import Protocol

from boxctl.presentation.table_view import Invitation
from boxctl.referee.players import check_names
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.table.runtime import Runtime
from boxctl.web.acting.acts import Act
from boxctl.web.table_feed import TableFeed


class TableOfBox(Protocol):
    """The table of a box: people type throws for it, and it invites phones."""

    def type_throw(self, text: str) -> None:
        """Take what people have typed of real dice."""
        ...

    def wake(self) -> None:
        """Have the loop take a step."""
        ...

    @property
    def invites(self) -> bool:
        """Whether the box has a display that can show an invitation."""
        ...

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        """Show how phones take part, between matches and ``until`` then."""
        ...


class BoxFeed(TableFeed):
    """Follows the table of a real box. Somebody can act on it if ``has_buttons``."""

    def __init__(self, *, has_buttons: bool) -> None:
        super().__init__()
        self._buttons = has_buttons
        self._box: TableOfBox | None = None

    @property
    def has_buttons(self) -> bool:
        """Whether confirm and new can be pressed on a page."""
        return self._buttons

    def sit_down(self, table: TableOfBox) -> None:
        """Act at this table."""
        self._box = table
        self.wakes_loop(table.wake)

    def _do(self, act: Act, table: Runtime, now: int) -> None:
        """Do it as the buttons of the box would, and typed dice."""
        match act.do:
            case "confirm" | "new":
                table.press(act.do, now)
            case "report":
                table.press("confirm", now, long=True)
            case "type_throw":
                if table.dice_by_hand and self._box is not None:
                    self._box.type_throw(act.text)
            case "names":
                self._name(act, table)
            case _:
                pass  # Only hands at a simulated box do that.

    @property
    def _invites(self) -> bool:
        return self._box is not None and self._box.invites

    def _show_invitation(self, invitation: Invitation | None, until: int | None) -> None:
        if self._box is not None:
            self._box.invite(invitation, until)

    def objection(self, act: Act) -> RuleFault | None:
        """Return why these cannot be the players of the next match."""
        table = self._table
        if act.do != "names" or table is None:
            return None
        rules, _ = table.following
        try:
            check_names(act.names)
            check(rules, len(act.names))
        except RuleFault as fault:
            return fault
        return None

    def _name(self, act: Act, table: Runtime) -> None:
        # The rules may have changed since the names were looked at.
        if (fault := self.objection(act)) is not None:
            self.remark(str(fault))
        else:
            table.followed_by(table.following[0], act.names)
