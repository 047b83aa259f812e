"""Many matches played in blocks, on as many processes as are wanted.

The random numbers of a block come from the seed and the number of the block alone, so the same
seed gives the same matches with any number of workers.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from multiprocessing import get_context

from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.named_players import NamedPlayer
from boxctl.simulation.statistics import Statistics

WORTH_A_PROCESS = 8
"""So many blocks for each process, or it is not worth starting it."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Who plays what, how often, with what luck; ``chosen`` is how each of the players plays."""

    rules: RuleSet
    players: tuple[str, ...]
    chosen: tuple[NamedPlayer, ...]
    seed: int
    matches: int


@dataclass(frozen=True, slots=True)
class BlockRunner:
    """A way to play matches, block by block.

    ``play`` plays a block, given its number and how many matches it has. ``prepare`` raises what
    there is to be raised before any is played. Both can be called in any process.
    """

    matches_in_block: int
    prepare: Callable[[SimulationPlan], object]
    play: Callable[[SimulationPlan, int, int], Statistics]


def play_in_blocks(
    runner: BlockRunner, plan: SimulationPlan, workers: int, progress: Progress
) -> Statistics:
    """Play all matches of the plan; ``progress`` is told how many are played."""
    statistics = Statistics(wins=Counter(dict.fromkeys(plan.players, 0)))
    runner.prepare(plan)
    for played in _blocks(runner, plan, workers):
        statistics.merge(played)
        progress(statistics.matches)
    return statistics


def _blocks(runner: BlockRunner, plan: SimulationPlan, workers: int) -> Iterator[Statistics]:
    starts = range(0, plan.matches, runner.matches_in_block)
    numbers = range(len(starts))
    sizes = [min(runner.matches_in_block, plan.matches - start) for start in starts]
    processes = min(workers, len(numbers) // WORTH_A_PROCESS)
    if processes <= 1:
        yield from map(runner.play, repeat(plan), numbers, sizes)
        return
    # What was to be noticed has been noticed here.
    chosen = tuple(NamedPlayer(one.name, one.errors) for one in plan.chosen)
    silent = replace(plan, chosen=chosen)
    # Nothing that this process holds open is handed on to one that starts anew.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_first)
    try:
        yield from pool.map(runner.play, repeat(silent), numbers, sizes)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
