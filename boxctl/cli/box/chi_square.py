"""How likely fair dice are to stray so far: Pearson's chi-square, and its p-value."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt


def p_value(seen: Sequence[int], chances: Sequence[float]) -> float:
    """The chance that fair dice stray as far from what is expected as these counts, or farther."""
    total = sum(seen)
    square = sum(
        (count - total * chance) ** 2 / (total * chance)
        for count, chance in zip(seen, chances, strict=True)
    )
    return beyond(square, len(seen) - 1)


def beyond(square: float, freedom: int) -> float:
    """The upper tail of the chi-square distribution, by its recurrence over half the freedom."""
    x = square / 2
    if freedom % 2:
        tail, half = erfc(sqrt(x)), 0.5
    else:
        tail, half = exp(-x), 1.0
    while half < freedom / 2:
        tail += exp(half * log(x) - x - lgamma(half + 1)) if x > 0 else 0
        half += 1
    return min(tail, 1.0)
