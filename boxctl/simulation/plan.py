"""Plan a simulation: rules, players, seed and number of matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass

Progress = Callable[[Statistics], None]
"""Called from time to time with the counts so far, which do not change afterwards."""


def no_progress(_counted: Statistics) -> None:
    """Ignore progress."""


@frozen_dataclass
class SimulationPlan:
    """A number of matches to play; the same plan always gives the same statistics.

    ``chosen`` are the ways of playing by seat, ``players`` the names in the same order.
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
    """Plan ``matches`` matches; ``chosen`` sits at every seat, or one at each."""
    seated = (chosen,) * len(players) if isinstance(chosen, NamedPlayer) else tuple(chosen)
    return SimulationPlan(rules, tuple(players), seated, seed, matches)
