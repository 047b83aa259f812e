"""All of "The 300" solved, beside bare loops over as many reads of a table, on as many threads."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

from bench.ratio import beside
from boxctl.odds.three_hundred_solver import solve_the_300

PAIRS = 1_598_291_968
"""Pairs of a position and a move; each is read for two aims."""


def report() -> str:
    """Solve from nothing, both aims; compiled code is compiled before the clock starts."""
    table = np.frombuffer(solve_the_300())
    threads = numba.get_num_threads()
    _add_up(table, 1, threads)
    _add_up_by_lanes(table, 1, threads)
    plain = beside(solve_the_300, lambda: _add_up(table, PAIRS, threads), rounds=3)
    lanes = beside(solve_the_300, lambda: _add_up_by_lanes(table, PAIRS, threads), rounds=3)
    both = beside(solve_the_300, lambda: _add_up_by_lanes(table, 2 * PAIRS, threads), rounds=3)
    return (
        f"odds: The 300 solved for both aims on {threads} threads: {plain.thing:.2f} s, "
        f"{plain.ratio:.2f} times a bare loop over a read for each of its {PAIRS} moves; "
        f"{lanes.ratio:.2f} times one that the compiler may vectorise, "
        f"{both.ratio:.2f} times that with the two reads that two aims take"
    )


@numba.njit(parallel=True, cache=True)
def _add_up(table: NDArray[np.float64], reads: int, threads: int) -> float:
    """Each thread streams its part of the table, again and again, one number after the other."""
    sums = np.zeros(threads)
    part = len(table) // threads
    for thread in numba.prange(threads):
        added, left = 0.0, reads // threads
        while left > 0:
            for at in range(thread * part, thread * part + min(left, part)):
                added += table[at]
            left -= part
        sums[thread] = added
    return float(sums.sum())


@numba.njit(parallel=True, cache=True, fastmath=True)
def _add_up_by_lanes(table: NDArray[np.float64], reads: int, threads: int) -> float:
    """The same, in any order of adding, so that several numbers are added at once."""
    sums = np.zeros(threads)
    part = len(table) // threads
    for thread in numba.prange(threads):
        added, left = 0.0, reads // threads
        while left > 0:
            for at in range(thread * part, thread * part + min(left, part)):
                added += table[at]
            left -= part
        sums[thread] = added
    return float(sums.sum())
