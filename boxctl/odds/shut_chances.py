"""How often one turn shuts the box: at best play, and with the errors that people make. Exact."""

from __future__ import annotations

from boxctl.odds.aims import aim
from boxctl.odds.sampling import ORDINARY_ERRORS, Best, Human, chain_of_turn
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class ShutChances:
    """The chances to shut the box, from 0 to 1, of players who play for nothing else.

    ``human`` plays like ``best``, but one choice in ten is made at random
    (:data:`boxctl.odds.sampling.ORDINARY_ERRORS`).
    """

    best: float
    human: float


def shut_chances(rules: RuleSet) -> ShutChances:
    """Return how often a turn by these rules shuts the box.

    Raises :class:`boxctl.rules.faults.RuleFault`: BX701 for too many positions, BX702 for too many
    throws.
    """
    odds = solve(rules, aim("shut"))
    human = chain_of_turn(rules, Human(Best(odds), ORDINARY_ERRORS)).chances_of_ends()
    return ShutChances(odds.before_throw(rules.in_play), human.get(NO_TILES, 0.0))
