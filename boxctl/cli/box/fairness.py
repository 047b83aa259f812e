"""Whether dice look fair: Pearson's chi-square test. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt


def p_value(seen: Sequence[int], chances: Sequence[float]) -> float:
    """Return the chance that fair dice give counts at least as far from the expected ones.

    ``seen`` are the counts of each face, ``chances`` the chance of each; all must be above 0.
    """
    total = sum(seen)
    square = sum(
        (count - total * chance) ** 2 / (total * chance)
        for count, chance in zip(seen, chances, strict=True)
    )
    return beyond(square, len(seen) - 1)


def beyond(square: float, freedom: int) -> float:
    """Return the upper tail of the chi-square distribution.

    ``square`` is the statistic, ``freedom`` the degrees of freedom, 1 or more. It starts from the
    tail for 1 or 2 degrees and adds the terms of the recurrence, two degrees at a time.
    """
    x = square / 2
    if freedom % 2:
        tail, half = erfc(sqrt(x)), 0.5
    else:
        tail, half = exp(-x), 1.0
    while half < freedom / 2:
        tail += exp(half * log(x) - x - lgamma(half + 1)) if x > 0 else 0
        half += 1
    return min(tail, 1.0)
