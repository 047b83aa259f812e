"""The chance of one total to be the lowest, beside totals of others that are independent."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import mul


def running_above(at: Sequence[float]) -> array[float]:
    """Return the chance of more than each total, given the chance of each."""
    above, more = array("d", bytes(8 * len(at))), 0.0
    for total in range(len(at) - 1, -1, -1):
        above[total] = more
        more += at[total]
    return above


def lowest(above: Sequence[Sequence[float]], at: Sequence[Sequence[float]]) -> array[float]:
    """Return the worth of each total against others who are above it, or at it and share.

    With t others at the total the share is 1 / (t + 1), the integral of z ** t from 0 to 1; so the
    worth is the integral of the product of (above + z * at) over the others.
    """
    size = len(above[0])
    powers = [array("d", (1.0,)) * size]
    for more, same in zip(above, at, strict=True):
        higher = [array("d", map(mul, power, same)) for power in powers]
        powers = [array("d", map(mul, power, more)) for power in powers]
        powers.append(array("d", bytes(8 * size)))
        for power, added in zip(powers[1:], higher, strict=True):
            for total, chance in enumerate(added):
                power[total] += chance
    worths = powers[0]
    for place, power in enumerate(powers[1:], start=2):
        for total, chance in enumerate(power):
            worths[total] += chance / place
    return worths
