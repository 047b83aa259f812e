"""The protocol of a follower of a laptop's tables, such as its pages in a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from boxctl.screens.laptop.box.virtual_box import LaptopBox
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.open_table import TableWatcher
from boxctl.table.outputs import Outputs
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class WantedMatch:
    """A match that somebody wants to begin elsewhere: the name of a variant, and the players."""

    variant: str
    players: tuple[str, ...]

    def chosen_after(self, before: GameChoice) -> GameChoice:
        """Return the choice of that match, with the dice and the box of the table before."""
        return replace(before, variant=self.variant, changes=(), players=self.players)


class LaptopWatcher(TableWatcher, Protocol):
    """Follows the tables on a laptop, one after the other. Its hands are those of the table."""

    @property
    def note(self) -> str:
        """First line in the log of each table, and in its help: where the pages are, and the code.

        Empty without pages.
        """
        ...

    def sit_down(self, box: LaptopBox, hands: VirtualHands) -> None:
        """Take the box of the table that is opened next, and the hands at it."""
        ...

    def invites_by(self, outputs: Outputs) -> None:
        """Take what shows invitations on the box, until the next one comes or the power goes."""
        ...

    def take_news(self) -> str | None:
        """Return the next line for the log of the table, None if there is none."""
        ...

    def take_wanted(self) -> WantedMatch | None:
        """Return the match that somebody wants to begin, once; None if nobody does."""
        ...

    def unplugged(self) -> None:
        """Note that the box has lost its power."""
        ...

    def remark(self, text: str) -> None:
        """Take a remark of the moment: why the last key or act does nothing."""
        ...
