"""The choice of a game: its rules, players and dice."""

from __future__ import annotations

from boxctl.referee.players import check_names
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.screens.laptop.box.simulated_parts import SimulatedParts
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
