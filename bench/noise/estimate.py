"""The min-entropy of recorded samples: the least of ten estimates (SP 800-90B, 3.1.3 and 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bench.noise.bits import collision, compression, markov
from bench.noise.counts import most_common_value, tuples
from bench.noise.predictors import (
    Predictions,
    lag,
    markov_models,
    most_common_in_window,
    words,
)
from groundwork.frozen_dataclass import frozen_dataclass

FEWEST = 5_000
"""Samples that the estimates need at least."""

WANTED = 1_000_000
"""Samples that the standard asks for (3.1.1)."""

MOST_BITS = 1_000_000
"""Bits that the estimates for bits take, from the first on."""

_PREDICTORS: dict[str, Callable[[Sequence[int]], Predictions]] = {
    "MultiMCW": most_common_in_window,
    "lag": lag,
    "MultiMMC": markov_models,
    "LZ78Y": words,
}


@frozen_dataclass
class EntropyEstimate:
    """The min-entropy of a sample in bits, and every estimate that it is the least of.

    ``of_samples`` are those of the samples, ``of_bits`` those of their bits, each in bits a sample.
    """

    bits: float
    of_samples: dict[str, float]
    of_bits: dict[str, float]


def estimate(samples: bytes) -> EntropyEstimate:
    """Estimate the min-entropy of samples of a byte.

    Takes minutes for a million. Raises ValueError for fewer than FEWEST.
    """
    if len(samples) < FEWEST:
        raise ValueError(f"there must be at least {FEWEST} samples, not {len(samples)}")
    values = len(set(samples))
    if values == 1:
        return EntropyEstimate(0.0, {"most common value": 0.0}, {})
    width = max(samples).bit_length()
    of_samples = _all(samples, values)
    if width == 1:
        return EntropyEstimate(min(of_samples.values()), of_samples, {})
    bits = _bits(samples[: MOST_BITS // width], width)
    of_bits = {name: width * each for name, each in _of_bits(bits).items()}
    least = min([*of_samples.values(), *of_bits.values()])
    return EntropyEstimate(least, of_samples, of_bits)


def _bits(samples: Iterable[int], width: int) -> bytes:
    """Return the bits of the samples, the highest first."""
    return bytes(sample >> bit & 1 for sample in samples for bit in range(width - 1, -1, -1))


def _of_bits(bits: bytes) -> dict[str, float]:
    if len(set(bits)) == 1:
        return {"most common value": 0.0}
    return {
        "collision": collision(bits),
        "Markov": markov(bits),
        "compression": compression(bits),
        **_all(bits, 2),
    }


def _all(samples: bytes, values: int) -> dict[str, float]:
    """Return the estimates that hold for any number of values."""
    found: dict[str, float | None] = {"most common value": most_common_value(samples)}
    found["t-tuple"], found["longest repeated substring"] = tuples(samples)
    for name, predict in _PREDICTORS.items():
        found[name] = predict(samples).estimate(values)
    return {name: bits for name, bits in found.items() if bits is not None}
