"""The min-entropy of the emulated watchdog's jitter, from raw samples as a board sends them."""

from __future__ import annotations

import pytest

from bench.noise.estimate import FEWEST, estimate
from firmware_bridge.emulator.chip import Noise
from firmware_bridge.protocol.constants import Order
from tests.support.firmware.emulated import SECOND, Bench, needs_avr
from tests.support.soak import LONG

pytestmark = [needs_avr, pytest.mark.full]

SAMPLES = 100_000 if LONG else FEWEST
CLAIMED = 1.0
"""Bits a sample, on which the cutoffs of the health tests stand."""


def recorded(noise: Noise, seed: int) -> bytes:
    """Raw samples of a board with this jitter, one after the other, none lost."""
    bench = Bench("roller", seed)
    bench.pass_time(SECOND)
    bench.chip.noise(watchdog=noise)
    bench.pass_time(SECOND)
    bench.host.orders.give(Order.SAMPLES, SAMPLES)
    while sum(len(samples) for _, samples in bench.samples) < SAMPLES:
        bench.pass_time(10 * SECOND)
    firsts = [first for first, _ in bench.samples]
    assert firsts == list(range(0, SAMPLES, 16))
    return b"".join(samples for _, samples in bench.samples)


def test_the_jitter_has_more_entropy_than_is_claimed() -> None:
    assert estimate(recorded(Noise.GOOD, seed=11)).bits > 2 * CLAIMED


@pytest.mark.parametrize(("noise", "most"), [(Noise.BIASED, 0.7), (Noise.STUCK, 0.01)])
def test_jitter_that_the_health_tests_refuse_has_less_than_is_claimed(
    noise: Noise, most: float
) -> None:
    assert estimate(recorded(noise, seed=11)).bits < most
