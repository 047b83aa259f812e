"""The estimates for bits: collision, Markov and compression (6.3.2 to 6.3.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf, log2, sqrt

from bench.noise.bounds import lower_bound

BLOCK = 6
"""Bits of a block of the compression estimate."""

LEARNED = 1000
"""Blocks that the compression estimate learns from, before it measures."""

_SPREAD = 0.5907
"""The standard's correction of the deviation for blocks of six bits."""

_CHAIN = 128
"""Bits of the string that the Markov estimate looks for."""


def collision(bits: Sequence[int]) -> float:
    """Return the estimate of 6.3.2, in bits a bit."""
    times = []
    at = 0
    while at + 1 < len(bits):
        time = 2 if bits[at] == bits[at + 1] else 3
        if at + time > len(bits):
            break
        times.append(time)
        at += time
    mean = sum(times) / len(times)
    deviation = sqrt(sum((time - mean) ** 2 for time in times) / (len(times) - 1))
    bound = max(2.0, lower_bound(mean, deviation, len(times)))
    # Step 7 comes to: the mean time is 2 + 2p - 2p².
    return -log2(0.5 + sqrt(1.25 - bound / 2)) if bound < 2.5 else 1.0


def markov(bits: Sequence[int]) -> float:
    """Return the estimate of 6.3.3, in bits a bit."""
    ones = sum(bits)
    first = (len(bits) - ones, ones)
    pairs = [[0, 0], [0, 0]]
    for before, after in pairwise(bits):
        pairs[before][after] += 1

    def bits_of(count: int, of: int) -> float:
        return -log2(count / of) if count else inf

    start = [bits_of(count, len(bits)) for count in first]
    step = [[bits_of(count, sum(row) or 1) for count in row] for row in pairs]
    half = _CHAIN // 2
    likeliest = min(
        start[0] + (_CHAIN - 1) * step[0][0],
        start[0] + half * step[0][1] + (half - 1) * step[1][0],
        start[0] + step[0][1] + (_CHAIN - 2) * step[1][1],
        start[1] + step[1][0] + (_CHAIN - 2) * step[0][0],
        start[1] + half * step[1][0] + (half - 1) * step[0][1],
        start[1] + (_CHAIN - 1) * step[1][1],
    )
    return min(1.0, likeliest / _CHAIN)


def compression(bits: Sequence[int], learned: int = LEARNED) -> float:
    """Return the estimate of 6.3.4, in bits a bit. Needs more than ``learned`` blocks."""
    count = len(bits) // BLOCK
    blocks = [
        int("".join(map(str, bits[at : at + BLOCK])), 2) for at in range(0, count * BLOCK, BLOCK)
    ]
    last_seen = {value: at for at, value in enumerate(blocks[:learned], start=1)}
    distances = []
    for at, value in enumerate(blocks[learned:], start=learned + 1):
        distances.append(log2(at - last_seen.get(value, 0)))
        last_seen[value] = at
    mean = sum(distances) / len(distances)
    variance = sum(each * each for each in distances) / (len(distances) - 1) - mean * mean
    bound = lower_bound(mean, _SPREAD * sqrt(variance), len(distances))
    values = 1 << BLOCK

    def expected(p: float) -> float:
        other = (1 - p) / (values - 1)
        return _mean_distance(p, learned, count) + (values - 1) * _mean_distance(
            other, learned, count
        )

    p = _solve(expected, bound, 1 / values, 1.0)
    return -log2(p) / BLOCK if p is not None else 1.0


def _mean_distance(p: float, learned: int, blocks: int) -> float:
    """Return G of step 7: what a value of this probability adds to the mean distance."""
    total = seen = 0.0
    weight = 1 - p
    for distance in range(2, blocks + 1):
        log = log2(distance)
        measured = blocks - max(distance, learned)
        if measured > 0:
            total += measured * log * weight
        if distance > learned:
            seen += log * weight
        weight *= 1 - p
        if weight < 1e-18:
            break
    return (p * p * total + p * seen) / (blocks - learned)


def _solve(
    falling: Callable[[float], float], target: float, low: float, high: float
) -> float | None:
    """Return where a falling function has this value; None if it is below it from the start."""
    if falling(low) <= target:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        if falling(middle) > target:
            low = middle
        else:
            high = middle
    return high
