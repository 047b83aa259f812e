"""The min-entropy of samples whose source is known."""

from __future__ import annotations

from hashlib import sha256

import pytest

from bench.noise.estimate import FEWEST, estimate


def stream(count: int) -> bytes:
    """So many bytes that nothing here can predict, the same in every run."""
    blocks = (sha256(n.to_bytes(4, "big")).digest() for n in range(count // 32 + 1))
    return b"".join(blocks)[:count]


def sums_of_dice(count: int) -> bytes:
    """Each the sum of four dice with eight sides, from 0."""
    dice = [byte % 8 for byte in stream(4 * count)]
    return bytes(sum(dice[4 * n : 4 * n + 4]) for n in range(count))


BY_NIST = {
    "most common value": 3.420079,
    "t-tuple": 3.345307,
    "longest repeated substring": 3.743961,
    "MultiMCW": 3.561686,
    "lag": 3.960999,
    "MultiMMC": 3.572690,
    "LZ78Y": 3.585794,
}
BITS_BY_NIST = {
    "collision": 1.0,
    "Markov": 0.825021,
    "compression": 0.610842,
    "most common value": 0.946506,
    "t-tuple": 0.808359,
    "longest repeated substring": 0.887966,
    "MultiMCW": 0.993306,
    "lag": 0.951412,
    "MultiMMC": 0.754632,
    "LZ78Y": 0.808622,
}
"""What the program of NIST (SP800-90B_EntropyAssessment) gives for 8000 sums of dice."""


@pytest.mark.full
def test_every_estimate_is_that_of_the_reference_program() -> None:
    found = estimate(sums_of_dice(8000))
    assert found.of_samples == pytest.approx(BY_NIST, abs=1e-6)
    of_bits = {name: bits / 5 for name, bits in found.of_bits.items()}
    assert of_bits == pytest.approx(BITS_BY_NIST, abs=1e-6)
    assert found.bits == pytest.approx(5 * BITS_BY_NIST["compression"], abs=1e-5)


def test_a_source_that_is_stuck_has_none() -> None:
    assert estimate(bytes([7]) * FEWEST).bits == 0


@pytest.mark.full
def test_a_source_that_repeats_itself_has_next_to_none() -> None:
    assert estimate(bytes(range(64)) * (FEWEST // 64 + 1)).bits < 0.02


def test_a_source_of_bits_is_estimated_once() -> None:
    found = estimate(bytes(byte & 1 for byte in stream(FEWEST)))
    assert found.of_bits == {}
    assert 0.7 < found.bits < 1


@pytest.mark.full
def test_a_source_that_mostly_stands_still_has_little() -> None:
    still = bytes(
        7 if byte < 205 else other
        for byte, other in zip(stream(FEWEST), stream(2 * FEWEST)[FEWEST:], strict=True)
    )
    assert estimate(still).bits < 0.4


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 5000 samples"):
        estimate(bytes(FEWEST - 1))
