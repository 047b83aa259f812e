"""The estimates that count values and strings: 6.3.1, 6.3.5 and 6.3.6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log2

from bench.noise.bounds import upper_bound

CUTOFF = 35
"""A string that occurs so often counts for the t-tuple estimate, a rarer one for the other."""

LONGEST = 256
"""Longer strings are not looked at: noise that repeats such is of no use whatever they say."""


def most_common_value(samples: Sequence[int]) -> float:
    """Return the estimate of 6.3.1, in bits a sample."""
    mode = max(Counter(samples).values())
    return -log2(upper_bound(mode / len(samples), len(samples)))


def tuples(samples: Sequence[int], cutoff: int = CUTOFF) -> tuple[float | None, float | None]:
    """Return the t-tuple estimate (6.3.5) and that of the longest repeated substring (6.3.6).

    In bits a sample. None: no string is frequent, or rare, enough for it.
    """
    n = len(samples)
    frequent = rare = 0.0
    for length, counts in _repeated_strings(samples):
        if rare == 0.0 and max(counts) >= cutoff:
            frequent = max(frequent, (max(counts) / (n - length + 1)) ** (1 / length))
        else:
            pairs = sum(count * (count - 1) // 2 for count in counts)
            all_pairs = (n - length + 1) * (n - length) // 2
            rare = max(rare, (pairs / all_pairs) ** (1 / length))
    return _bits(frequent, n), _bits(rare, n)


def _bits(p: float, samples: int) -> float | None:
    return -log2(upper_bound(p, samples)) if p else None


def _repeated_strings(samples: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each length that some string of the samples has which occurs twice, from 1 on.

    With how often each such string of that length occurs. Stops at LONGEST.
    """
    names = list(samples)
    places = list(range(len(samples)))
    length = 1
    while length <= LONGEST:
        counted = Counter(names)
        counts = [count for count in counted.values() if count > 1]
        if not counts:
            return
        yield length, counts
        # A longer string can only occur twice where this one does.
        longer: dict[tuple[int, int], int] = {}
        kept = [
            (place, longer.setdefault((name, samples[place + length]), len(longer)))
            for place, name in zip(places, names, strict=True)
            if place + length < len(samples) and counted[name] > 1
        ]
        places, names = [place for place, _ in kept], [name for _, name in kept]
        length += 1
