"""Matches played through the referee, ruling by ruling, as a box would have them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from boxctl.referee.payloads import TurnOver
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES
from boxctl.simulation.blocks import Block, BlockRunner, play_in_blocks
from boxctl.simulation.endless import endless_match
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.plan import Progress, SimulationPlan, no_progress
from boxctl.simulation.play_match import play_match
from boxctl.simulation.players import Player, SeatedPlayers
from boxctl.simulation.statistics import Statistics
from boxctl.simulation.stuck_box import is_stuck

FIRST_BLOCK, BLOCK = 1, 64
"""Matches in the first block, and in the largest one."""


def play_refereed(
    plan: SimulationPlan, workers: int = 1, progress: Progress = no_progress
) -> Statistics:
    """Play matches by any rules, on so many processes.

    Raises :class:`boxctl.rules.faults.RuleFault`: BX208 for a match that does not end, BX701 and
    BX702 for a player who cannot play by the rules.
    """
    # Nobody bumps a tile or the box in a simulation, and nothing has to settle.
    quick = replace(plan, rules=replace(plan.rules, bump_ms=0, act_ms=0, settle_ms=0))
    return play_in_blocks(
        BlockRunner(FIRST_BLOCK, BLOCK, _chooser_of, _play_block), quick, workers, progress
    )


def _play_block(plan: SimulationPlan, block: Block, progress: Progress = no_progress) -> Statistics:
    chooses, chooser = _chooser_of(plan)
    chooses.seed(f"{plan.seed} {block.number} chooses")
    dice = Random(f"{plan.seed} {block.number} throws")
    statistics = Statistics()
    for _match in range(block.matches):
        for _event, rulings in play_match(Referee(plan.rules, plan.players), chooser, dice):
            for ruling in rulings:
                statistics.add(ruling)
                if _ends_with_a_stuck_box(plan.rules, ruling):
                    raise endless_match()
        progress(statistics)
    return statistics


def _ends_with_a_stuck_box(rules: RuleSet, ruling: Ruling) -> bool:
    at_one_box = rules.match in ("duel", "relay")
    if not at_one_box or not isinstance(ruling.payload, TurnOver):
        return False
    left = ruling.open & rules.in_play
    return left not in (NO_TILES, rules.in_play) and is_stuck(rules, left)


def _chooser_of(plan: SimulationPlan) -> tuple[Random, Player]:
    return _solved_chooser(plan.chosen, plan.rules)


@lru_cache(maxsize=1)
def _solved_chooser(chosen: tuple[NamedPlayer, ...], rules: RuleSet) -> tuple[Random, Player]:
    """Return the players, solved once in each process, and the random numbers they choose with."""
    chooses = Random()
    known = {one: one.player(rules, chooses) for one in dict.fromkeys(chosen)}
    return chooses, SeatedPlayers([known[one] for one in chosen])
