"""Plan a simulation: the rules, the players, how often and with what seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass

Progress = Callable[[Statistics], None]
"""Takes what has been counted so far, from time to time; it is not changed later."""


def no_progress(_counted: Statistics) -> None:
    """Take no notice of progress."""


@frozen_dataclass
class SimulationPlan:
    """A number of matches to play; the same plan always gives the same statistics.

    ``chosen`` is who plays at each seat, ``players`` their names, in the same order.
    """

    rules: RuleSet
    players: tuple[str, ...]
    chosen: tuple[NamedPlayer, ...]
    seed: int
    matches: int

    def quiet(self) -> SimulationPlan:
        """Return the same plan without the notices of players, which cannot be pickled."""
        chosen = tuple(NamedPlayer(one.name, one.errors) for one in self.chosen)
        return replace(self, chosen=chosen)


def plan_matches(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
) -> SimulationPlan:
    """Plan so many matches; ``chosen`` sits at every seat, or one at each."""
    seated = (chosen,) * len(players) if isinstance(chosen, NamedPlayer) else tuple(chosen)
    return SimulationPlan(rules, tuple(players), seated, seed, matches)
