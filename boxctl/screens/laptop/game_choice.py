"""The choice of a game on a laptop, and who follows its tables, such as the pages in a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from boxctl.referee.players import check_names
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.screens.laptop.box.virtual_box import LaptopBox, SimulatedParts
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.open_table import TableWatcher
from boxctl.table.outputs import Outputs
from groundwork.frozen_dataclass import frozen_dataclass

BOX = "play"
"""The name of the simulated box in the journal."""


@frozen_dataclass
class GameChoice:
    """A variant with single settings changed, the players in seat order, and the dice.

    ``changes`` are names of settings and their values as text; ``seed`` of None is real chance.
    ``emulated`` dice are thrown by the real firmware of a roller; dice ``by_hand`` are real ones.
    ``parts`` are those of the box that is simulated; None is a box with everything.
    """

    variant: str
    changes: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    seed: int | None = None
    emulated: bool = False
    by_hand: bool = False
    parts: SimulatedParts | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules with the changes. Raises :class:`RuleFault` for a change that cannot be."""
        return with_settings(variant(self.variant), self.changes)

    def check(self) -> None:
        """Raise :class:`RuleFault` unless these players can play by these rules."""
        check_names(self.players)
        check(self.rules, len(self.players))


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
