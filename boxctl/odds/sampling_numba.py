"""The games of :mod:`boxctl.odds.sampling`, compiled; needs the extra ``odds``."""

from __future__ import annotations

from collections import Counter

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.sampling import (
    BLOCK,
    ENDS,
    GOLDEN,
    HALF_BITS,
    AliasTables,
    SampledTurns,
    first_state,
    mixed,
)

Integers = NDArray[np.int64]
Words = NDArray[np.uint64]


def play_blocks_numba(
    tables: AliasTables, seed: int, first: int, last: int, games: int, workers: int
) -> SampledTurns:
    """As :func:`boxctl.odds.sampling.play_blocks`, on at most so many threads."""
    states, sizes = blocks(seed, first, last, games)
    use_threads(workers)
    places = np.array(tables.starts, dtype=np.int64) << np.int64(32) | np.array(tables.sizes)
    targets = np.array(tables.firsts, dtype=np.int64) << np.int64(32) | np.array(tables.seconds)
    shares = np.array(tables.shares, dtype=np.uint64)
    parts = numba.get_num_threads()
    ends = np.zeros((parts, len(places)), dtype=np.int64)
    throws = np.zeros(parts, dtype=np.int64)
    _play(tables.start, places, shares, targets, states, sizes, ends, throws)
    added = ends.sum(axis=0)
    counted = {int(number): int(added[number]) for number in added.nonzero()[0]}
    return SampledTurns(Counter(counted), int(throws.sum()))


def blocks(seed: int, first: int, last: int, games: int) -> tuple[Words, Integers]:
    """Return the first state of each block's random numbers, and how many games it has."""
    states = np.array([first_state(seed, block) for block in range(first, last)], dtype=np.uint64)
    sizes = np.full(last - first, BLOCK, dtype=np.int64)
    sizes[-1] = min(BLOCK, games - (last - 1) * BLOCK)
    return states, sizes


def use_threads(workers: int) -> None:
    """Use as many threads as workers, at most one for each processor."""
    numba.set_num_threads(max(1, min(workers, numba.config.NUMBA_NUM_THREADS)))


mixed_numba = numba.njit(cache=True)(mixed)


@numba.njit(parallel=True, cache=True)
def _play(
    start: int,
    places: Integers,
    shares: Words,
    targets: Integers,
    states: Words,
    sizes: Integers,
    ends: Integers,
    throws: Integers,
) -> None:
    parts = len(throws)
    for part in numba.prange(parts):
        for block in range(part, len(states), parts):
            throws[part] += _play_block(
                start, places, shares, targets, states[block], sizes[block], ends[part]
            )


@numba.njit(cache=True)
def _play_block(
    start: int,
    places: Integers,
    shares: Words,
    targets: Integers,
    state: np.uint64,
    games: int,
    ends: Integers,
) -> int:
    throws = 0
    half = np.uint64(HALF_BITS)
    low = np.uint64(0xFFFFFFFF)
    for _ in range(games):
        at = np.int64(start)
        while at < ENDS:
            throws += 1
            state = state + np.uint64(GOLDEN)
            word = mixed_numba(state)
            here = np.uint64(places[at])
            place = (here >> half) + ((word >> half) * (here & low) >> half)
            target = np.uint64(targets[place])
            taken = word & low < shares[place]
            at = np.int64(target >> half) if taken else np.int64(target & low)
        ends[at - ENDS] += 1
    return throws
