"""Matches played through the referee, ruling by ruling, as a box would have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from boxctl.referee.referee import Referee
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.blocks import BlockRunner, Progress, SimulationPlan, play_in_blocks
from boxctl.simulation.named_players import NamedPlayer, seats
from boxctl.simulation.players import Player, SeatedPlayers, play_match
from boxctl.simulation.statistics import Statistics

BLOCK = 64


def refereed(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    *,
    workers: int = 1,
    progress: Progress = lambda done: None,
) -> Statistics:
    """Play so many matches, by any rules.

    Raises :class:`boxctl.rules.faults.RuleFault`: BX208 for a match that does not end, BX701 and
    BX702 for a player who cannot play by the rules.
    """
    # Nobody bumps a tile in a simulation, and nothing has to settle.
    quiet = replace(rules, bump_ms=0, settle_ms=0)
    plan = SimulationPlan(quiet, tuple(players), seats(chosen, players), seed, matches)
    return play_in_blocks(BlockRunner(BLOCK, _chooser_at, _play_block), plan, workers, progress)


def _play_block(plan: SimulationPlan, block: int, matches: int) -> Statistics:
    chooses, chooser = _chooser_at(plan)
    chooses.seed(f"{plan.seed} {block} chooses")
    dice = Random(f"{plan.seed} {block} throws")
    statistics = Statistics()
    for _match in range(matches):
        for _event, rulings in play_match(Referee(plan.rules, plan.players), chooser, dice):
            for ruling in rulings:
                statistics.add(ruling)
    return statistics


def _chooser_at(plan: SimulationPlan) -> tuple[Random, Player]:
    return _chooser(plan.chosen, plan.rules)


@lru_cache(maxsize=1)
def _chooser(chosen: tuple[NamedPlayer, ...], rules: RuleSet) -> tuple[Random, Player]:
    """Who plays, solved once in each process, and the random numbers that are chosen with."""
    chooses = Random()
    known = {one: one.player(rules, chooses) for one in dict.fromkeys(chosen)}
    return chooses, SeatedPlayers([known[one] for one in chosen])
