"""Plan a simulation, and play it in blocks, on one process or several.

A block depends on the plan and on its place in it alone, so the same seed gives the same matches
with any number of workers.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import repeat
from multiprocessing import get_context

from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.statistics import Statistics
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.system.programs import spawning_safely

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


WORTH_A_PROCESS = 4
"""Large blocks that are worth a process of their own."""

GROWTH = 4
"""Each block has so many times the matches of the one before, up to the largest."""


@frozen_dataclass
class Block:
    """The matches from number ``first`` on; ``number`` is that of the block, from 0."""

    number: int
    first: int
    matches: int


@frozen_dataclass
class BlockRunner:
    """A way to play matches, block by block.

    The first block has ``fewest`` matches, so that a first figure comes soon; no block has more
    than ``most``. ``prepare`` is called once before any is played, so that its errors come first.
    ``play`` reports what it has counted of its block from time to time. Both are module-level
    functions, as they are called in other processes, too.
    """

    fewest: int
    most: int
    prepare: Callable[[SimulationPlan], object]
    play: Callable[[SimulationPlan, Block, Progress], Statistics]


def play_in_blocks(
    runner: BlockRunner, plan: SimulationPlan, workers: int, progress: Progress
) -> Statistics:
    """Play all matches of the plan on at most ``workers`` processes."""
    statistics = Statistics.of(plan.players)
    runner.prepare(plan)

    def of_this_block(counted: Statistics) -> None:
        progress(statistics.merged(counted))

    for played in _played(runner, plan, workers, of_this_block):
        statistics = statistics.merged(played)
        progress(statistics)
    return statistics


def blocks(matches: int, fewest: int, most: int) -> list[Block]:
    """Divide a number of matches into blocks of growing size."""
    found: list[Block] = []
    first, size = 0, fewest
    while first < matches:
        found.append(Block(len(found), first, min(size, matches - first)))
        first, size = first + size, min(most, size * GROWTH)
    return found


def _played(
    runner: BlockRunner, plan: SimulationPlan, workers: int, progress: Progress
) -> Iterator[Statistics]:
    parts = blocks(plan.matches, runner.fewest, runner.most)
    large = [part for part in parts if part.matches == runner.most]
    processes = min(workers, len(large) // WORTH_A_PROCESS)
    alone = len(parts) if processes <= 1 else large[0].number
    yield from (runner.play(plan, part, progress) for part in parts[:alone])
    if processes <= 1:
        return
    # Spawned, not forked: a child must not inherit the open devices of this process. The children
    # play without notices, which prepare has already given.
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        with _interrupts_later(), spawning_safely():
            played = pool.map(runner.play, repeat(plan.quiet()), parts[alone:], repeat(no_progress))
        yield from played
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back meanwhile, and for ever in the processes that are started within.

    Ctrl-C reaches them all at once: they leave it to the first one, which shuts the pool down. From
    their start on: while they import what they need, each would print a traceback.
    """
    if sys.platform == "win32":
        # A signal cannot be held back there: each of them may print a traceback.
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
