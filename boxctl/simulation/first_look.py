"""A first look at a simulation whose best play takes seconds to be solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boxctl.rules.faults import RuleFault
from boxctl.simulation.bulk_matches import can_play, play_bulk
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.plan import SimulationPlan
from boxctl.simulation.refereed_matches import play_refereed
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass

STAND_IN = NamedPlayer("highest-first")
"""Plays in place of those who have to be solved first."""

MOST_MATCHES, ENOUGH_TURNS = 64, 400
"""The look ends with the first of these: after some hundredths of a second."""


@frozen_dataclass
class FirstLook:
    """What happened in some matches, and the ways in which its players really played, by seat."""

    counted: Statistics
    ways: tuple[str, ...]


LookTaker = Callable[[FirstLook], None]
"""Called once with the first look."""


class _Enough(Exception):
    """Ends the matches of a first look."""


def first_look(plan: SimulationPlan) -> FirstLook | None:
    """Play a little with :data:`STAND_IN` in each seat whose best play has to be solved.

    Depends on the plan alone, and changes nothing in its own matches. Returns None where nobody
    has to be solved, and where the matches cannot be played.
    """
    if not any(one.is_solved for one in plan.chosen):
        return None
    chosen = tuple(STAND_IN if one.is_solved else one for one in plan.chosen)
    looked_at = replace(plan, chosen=chosen, matches=min(plan.matches, MOST_MATCHES))
    counted = Statistics()

    def until_enough(so_far: Statistics) -> None:
        nonlocal counted
        counted = so_far
        if so_far.turns >= ENOUGH_TURNS:
            raise _Enough

    try:
        if can_play(looked_at):
            play_bulk(looked_at, progress=until_enough)
        else:
            play_refereed(looked_at, progress=until_enough)
    except _Enough:
        pass
    except RuleFault:
        return None
    return FirstLook(counted, tuple(one.name for one in chosen)) if counted.turns else None
