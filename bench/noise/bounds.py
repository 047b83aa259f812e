"""The upper bound that the estimates put on a probability that they have counted."""

from __future__ import annotations

from math import sqrt

_Z = 2.5758293035489008
"""The normal deviate of a confidence of 99 %, both sides."""


def upper_bound(p: float, of: int) -> float:
    """Return the most that a probability may be that came to ``p`` in ``of`` samples."""
    return min(1.0, p + _Z * sqrt(p * (1 - p) / (of - 1)))


def lower_bound(mean: float, deviation: float, of: int) -> float:
    """Return the least that a mean may be that was found with this deviation."""
    return mean - _Z * deviation / sqrt(of)
