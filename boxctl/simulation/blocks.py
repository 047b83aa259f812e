"""Matches played in blocks, on one process or several.

The random numbers of a block depend on the seed and the number of the block alone, so the same
seed gives the same matches with any number of workers.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

from boxctl.simulation.plan import Progress, SimulationPlan
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass

WORTH_A_PROCESS = 8
"""Start another process only for every so many blocks."""


@frozen_dataclass
class BlockRunner:
    """A way to play matches, block by block.

    ``play`` plays a block, given its number from 0 and how many matches it has. ``prepare`` is
    called once before that, so that its errors come before any match is played. Both are
    module-level functions and are called in any process.
    """

    matches_in_block: int
    prepare: Callable[[SimulationPlan], object]
    play: Callable[[SimulationPlan, int, int], Statistics]


def play_in_blocks(
    runner: BlockRunner, plan: SimulationPlan, workers: int, progress: Progress
) -> Statistics:
    """Play all matches of the plan on at most so many processes."""
    statistics = Statistics.of(plan.players)
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
    # Spawned, not forked: a child must not inherit the open devices of this process. What there
    # was to notice has been noticed by prepare.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _ignore_interrupts)
    try:
        yield from pool.map(runner.play, repeat(plan.quiet()), numbers, sizes)
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the first process, which shuts the pool down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
