"""Turns compiled by numba: those of a chain, and those of The 300. Needs the extra ``odds``.

They are the turns of :mod:`boxctl.odds.sampling` and
:mod:`boxctl.simulation.turns.turn_policies`. For The 300 a chain would be too long: a throw looks
its answer up among the moves of its kind.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.sampling import (
    BLOCK,
    ENDS,
    GOLDEN,
    HALF_BITS,
    AliasTables,
    Best,
    FewestTiles,
    HighestFirst,
    Human,
    Policy,
    SampledTurns,
    first_state,
    mixed,
)
from boxctl.odds.the_300.layout import BLOCKS, LANES, ROW_LENGTH, ROWS, WorthsInTable, half_of_row
from boxctl.rules.tiles import tile_range
from boxctl.simulation.turns.turn_policies import table_of_the_300, turn_policy

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
    _play_chain(tables.start, places, shares, targets, states, sizes, ends, throws)
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
def _play_chain(
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
            throws[part] += _play_chain_block(
                start, places, shares, targets, states[block], sizes[block], ends[part]
            )


@numba.njit(cache=True)
def _play_chain_block(
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


Worths = NDArray[np.float64]

START = tile_range(24)


class CompiledPreferences(NamedTuple):
    """A way to play The 300: which moves a player prefers.

    ``kinds`` is the kind of every throw. The moves of a kind are ``moves[starts[kind]:starts[kind +
    1]]``; the first that is allowed is made or, with ``worths``, the first of those that leave the
    most. ``worths`` is the table of the aim, or empty, and ``half`` the half of each row to read.
    ``errors`` is the chance of a random move, in units of 2**-32.
    """

    kinds: Integers
    starts: Integers
    moves: NDArray[np.int32]
    worths: Worths
    half: int
    errors: np.uint64


def compiled_preferences(policy: Policy) -> CompiledPreferences:
    """Return how this policy plays. Raises :class:`TypeError` for an unknown policy."""
    table = table_of_the_300()
    turn = turn_policy(table, policy)
    moves = [list(kind.moves) for kind in table.kinds]
    meant = policy.meant if isinstance(policy, Human) else policy
    if isinstance(meant, HighestFirst | FewestTiles):
        for some in moves:
            some.sort(key=lambda move: turn.worth_of(START ^ move), reverse=True)
    return CompiledPreferences(
        np.array(table.throws[0]),
        np.array([0, *accumulate(map(len, moves))]),
        np.array([move for some in moves for move in some], dtype=np.int32),
        *_table(meant),
        np.uint64(turn.errors),
    )


def _table(policy: Policy) -> tuple[Worths, int]:
    if not isinstance(policy, Best):
        return np.empty(0), 0
    assert isinstance(policy.odds.worths, WorthsInTable)
    return np.asarray(policy.odds.worths.table), half_of_row(policy.odds.aim.name)


def play_blocks_of_the_300_numba(
    policy: Policy, seed: int, first: int, last: int, games: int, workers: int
) -> SampledTurns:
    """As :func:`~boxctl.simulation.turns.turn_policies.play_blocks_of_the_300`, on many threads."""
    states, sizes = blocks(seed, first, last, games)
    use_threads(workers)
    ends = np.empty(sizes.sum(), dtype=np.int32)
    throws = np.zeros(len(states), dtype=np.int64)
    _play(compiled_preferences(policy), states, np.cumsum(sizes), ends, throws)
    found, times = np.unique(ends, return_counts=True)
    counted = dict(zip(found.tolist(), times.tolist(), strict=True))
    return SampledTurns(Counter(counted), int(throws.sum()))


@numba.njit(parallel=True, cache=True)
def _play(
    preferences: CompiledPreferences,
    states: Words,
    stops: Integers,
    ends: NDArray[np.int32],
    throws: Integers,
) -> None:
    for block in numba.prange(len(states)):
        first = stops[block - 1] if block else 0
        throws[block] = _play_block(preferences, states[block], ends[first : stops[block]])


@numba.njit(cache=True)
def _play_block(preferences: CompiledPreferences, state: np.uint64, ends: NDArray[np.int32]) -> int:
    half = np.uint64(HALF_BITS)
    low = np.uint64(0xFFFFFFFF)
    throws = 0
    for game in range(len(ends)):
        at = START
        while at:
            throws += 1
            state = state + np.uint64(GOLDEN)
            word = mixed_numba(state)
            kind = np.int64((word >> half) * np.uint64(len(preferences.kinds)) >> half)
            first, last = (
                preferences.starts[preferences.kinds[kind]],
                preferences.starts[preferences.kinds[kind] + 1],
            )
            if word & low < preferences.errors:
                allowed = count_allowed(preferences, at, first, last)
                if not allowed:
                    break
                state = state + np.uint64(GOLDEN)
                word = mixed_numba(state)
                chosen = np.int64((word >> half) * np.uint64(allowed) >> half)
                at ^= _nth_allowed(preferences, at, first, chosen)
            else:
                move = meant_move(preferences, at, first, last)
                if not move:
                    break
                at ^= move
        ends[game] = at
    return throws


@numba.njit(cache=True)
def count_allowed(preferences: CompiledPreferences, at: int, first: int, last: int) -> int:
    """Count the moves in ``first <= index < last`` that the open tiles allow."""
    allowed = 0
    for place in range(first, last):
        allowed += preferences.moves[place] & at == preferences.moves[place]
    return allowed


@numba.njit(cache=True)
def _nth_allowed(preferences: CompiledPreferences, at: int, first: int, chosen: int) -> int:
    """Return the allowed move with this index among the allowed ones; there must be one."""
    place = first
    while True:
        if preferences.moves[place] & at == preferences.moves[place]:
            if not chosen:
                return int(preferences.moves[place])
            chosen -= 1
        place += 1


@numba.njit(cache=True)
def meant_move(preferences: CompiledPreferences, at: int, first: int, last: int) -> int:
    """Return the move that is made without an error, no tiles if none is allowed."""
    best, most = 0, -np.inf
    for place in range(first, last):
        move = int(preferences.moves[place])
        if move & at == move:
            if not len(preferences.worths):
                return move
            worth = _worth_left(preferences, at ^ move)
            if worth > most:
                best, most = move, worth
    return best


@numba.njit(cache=True)
def _worth_left(preferences: CompiledPreferences, left: int) -> float:
    """As :func:`boxctl.odds.the_300.layout.place_in_table` has it."""
    row = left // ROWS % BLOCKS * ROWS + left % ROWS
    return float(
        preferences.worths[row * ROW_LENGTH + preferences.half * LANES + left // ROWS // BLOCKS]
    )
