"""The games of :mod:`boxctl.odds.the_300.turns`, many times faster; needs ``odds``."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from boxctl.odds.sampling import GOLDEN, HALF_BITS, Played
from boxctl.odds.sampling_fast import Integers, Words, blocks, mixed_fast, use_threads
from boxctl.odds.the_300.layout import BLOCKS, LANES, ROW_LENGTH, ROWS, WorthsInTable, half_of_row
from boxctl.odds.the_300.turns import START, THROWS, Habits
from boxctl.odds.turn import TurnOdds

Worths = NDArray[np.float64]


class FastHabits(NamedTuple):
    """As :class:`boxctl.odds.the_300.turns.Habits`.

    ``worths`` is the table of the aim, of which the player reads one half of each row; it is empty
    for a player who knows no odds.
    """

    kinds: Integers
    starts: Integers
    moves: NDArray[np.int32]
    worths: Worths
    half: int
    errors: np.uint64


def fast_habits(habits: Habits) -> FastHabits:
    """The same habits for compiled code."""
    kinds, starts = np.array(habits.kinds), np.array(habits.starts)
    moves = np.array(habits.moves, dtype=np.int32)
    return FastHabits(kinds, starts, moves, *_table(habits.odds), np.uint64(habits.errors))


def _table(odds: TurnOdds | None) -> tuple[Worths, int]:
    if odds is None:
        return np.empty(0), 0
    assert isinstance(odds.worths, WorthsInTable)
    return np.asarray(odds.worths.table), half_of_row(odds.aim.name)


def play_blocks_of_the_300_fast(
    habits: Habits, seed: int, first: int, last: int, games: int, workers: int
) -> Played:
    """As :func:`boxctl.odds.the_300.turns.play_blocks_of_the_300`, on so many workers."""
    states, sizes = blocks(seed, first, last, games)
    use_threads(workers)
    ends = np.empty(sizes.sum(), dtype=np.int32)
    throws = np.zeros(len(states), dtype=np.int64)
    _play(fast_habits(habits), states, np.cumsum(sizes), ends, throws)
    found, times = np.unique(ends, return_counts=True)
    counted = dict(zip(found.tolist(), times.tolist(), strict=True))
    return Played(Counter(counted), int(throws.sum()))


@numba.njit(parallel=True, cache=True)
def _play(
    habits: FastHabits,
    states: Words,
    stops: Integers,
    ends: NDArray[np.int32],
    throws: Integers,
) -> None:
    for block in numba.prange(len(states)):
        first = stops[block - 1] if block else 0
        throws[block] = _play_block(habits, states[block], ends[first : stops[block]])


@numba.njit(cache=True)
def _play_block(habits: FastHabits, state: np.uint64, ends: NDArray[np.int32]) -> int:
    half = np.uint64(HALF_BITS)
    low = np.uint64(0xFFFFFFFF)
    throws = 0
    for game in range(len(ends)):
        at = START
        while at:
            throws += 1
            state = state + np.uint64(GOLDEN)
            word = mixed_fast(state)
            kind = np.int64((word >> half) * np.uint64(THROWS) >> half)
            first, last = habits.starts[habits.kinds[kind]], habits.starts[habits.kinds[kind] + 1]
            if word & low < habits.errors:
                allowed = count_allowed(habits, at, first, last)
                if not allowed:
                    break
                state = state + np.uint64(GOLDEN)
                word = mixed_fast(state)
                chosen = np.int64((word >> half) * np.uint64(allowed) >> half)
                at ^= _nth_allowed(habits, at, first, chosen)
            else:
                move = meant_move(habits, at, first, last)
                if not move:
                    break
                at ^= move
        ends[game] = at
    return throws


@numba.njit(cache=True)
def count_allowed(habits: FastHabits, at: int, first: int, last: int) -> int:
    """How many of the moves from ``first`` to before ``last`` the open tiles allow."""
    allowed = 0
    for place in range(first, last):
        allowed += habits.moves[place] & at == habits.moves[place]
    return allowed


@numba.njit(cache=True)
def _nth_allowed(habits: FastHabits, at: int, first: int, chosen: int) -> int:
    """The move that comes after so many allowed ones."""
    place = first
    while True:
        if habits.moves[place] & at == habits.moves[place]:
            if not chosen:
                return int(habits.moves[place])
            chosen -= 1
        place += 1


@numba.njit(cache=True)
def meant_move(habits: FastHabits, at: int, first: int, last: int) -> int:
    """The move that is taken but in error; no tiles where none is allowed."""
    best, most = 0, -np.inf
    for place in range(first, last):
        move = int(habits.moves[place])
        if move & at == move:
            if not len(habits.worths):
                return move
            worth = _worth_left(habits, at ^ move)
            if worth > most:
                best, most = move, worth
    return best


@numba.njit(cache=True)
def _worth_left(habits: FastHabits, left: int) -> float:
    """As :func:`boxctl.odds.the_300.layout.place_in_table` has it."""
    row = left // ROWS % BLOCKS * ROWS + left % ROWS
    return float(habits.worths[row * ROW_LENGTH + habits.half * LANES + left // ROWS // BLOCKS])
