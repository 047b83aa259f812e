"""The turns of The 300 as :mod:`boxctl.simulation.turns.turn_policies` plays them, compiled.

A throw looks its answer up among the moves of its kind. Needs the extra ``odds``.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.sampling import (
    GOLDEN,
    HALF_BITS,
    Best,
    FewestTiles,
    HighestFirst,
    Human,
    Policy,
    SampledTurns,
)
from boxctl.odds.sampling_numba import Integers, Words, blocks, mixed_numba, use_threads
from boxctl.odds.the_300.layout import BLOCKS, LANES, ROW_LENGTH, ROWS, WorthsInTable, half_of_row
from boxctl.rules.tiles import tile_range
from boxctl.simulation.turns.turn_policies import table_of_the_300, turn_policy

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
