"""All of "The 300" solved, beside bare loops over as many reads of a table, on as many threads."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numba
import numpy as np
from numpy.typing import NDArray

from bench.ratio import beside
from boxctl.odds.the_300.solver import solve_the_300

PAIRS = 1_598_291_968
"""Pairs of a position and a move; each is read for two aims."""

Reading = Callable[[NDArray[np.float64]], float]


def report() -> str:
    """Measure solving both aims from nothing; code is compiled before the clock starts."""
    table = np.frombuffer(solve_the_300())
    threads = numba.get_num_threads()
    for reading in (_one_by_one, _many_at_once):
        _read(table, 1, threads, reading)
    plain = beside(solve_the_300, lambda: _read(table, PAIRS, threads, _one_by_one))
    wide = beside(solve_the_300, lambda: _read(table, PAIRS, threads, _many_at_once))
    both = beside(solve_the_300, lambda: _read(table, 2 * PAIRS, threads, _many_at_once))
    return (
        f"odds: The 300 solved for both aims on {threads} threads: {plain.thing:.2f} s, "
        f"{plain.ratio:.2f} times a bare loop that streams a read for each of its {PAIRS} moves; "
        f"{wide.ratio:.2f} times one that reads many numbers at once, as fast as memory gives "
        f"them, {both.ratio:.2f} times that with the two reads that two aims take; "
        f"{_peak():.0f} MB at most"
    )


@numba.njit(parallel=True)
def _read(table: NDArray[np.float64], reads: int, threads: int, reading: Reading) -> float:
    """Read the table again and again, each thread its part."""
    sums = np.zeros(threads)
    part = len(table) // threads
    for thread in numba.prange(threads):
        left = reads // threads
        while left > 0:
            sums[thread] += reading(table[thread * part :][: min(left, part)])
            left -= part
    return float(sums.sum())


def _added_up(numbers: NDArray[np.float64]) -> float:
    added = 0.0
    for at in range(len(numbers)):
        added += numbers[at]
    return added


_one_by_one: Reading = numba.njit(_added_up)
_many_at_once: Reading = numba.njit(_added_up, fastmath=True)


def _peak() -> float:
    """Return the most memory of a process that only solves, in MB."""
    # What getrusage tells of a process is at least what its parent had.
    solve = (
        "from pathlib import Path\n"
        "from boxctl.odds.the_300.solver import solve_the_300\n"
        "solve_the_300()\n"
        "print(*(line.split()[1] for line in Path('/proc/self/status').read_text().splitlines()"
        " if line.startswith('VmHWM')))"
    )
    told = subprocess.run([sys.executable, "-c", solve], stdout=subprocess.PIPE, check=True)
    return int(told.stdout) * 1024 / 1e6
