"""Power that goes while the RP2040 writes flash: no told throw is lost, doubled or altered."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from firmware_bridge.build_firmware import Chip
from firmware_bridge.protocol.constants import Order
from tests.support.firmware.emulated import SECOND, Bench, needs_pico
from tests.support.firmware.probed_chip import ProbedPico
from tests.support.soak import LONG, SOAK, chance, tried

pytestmark = needs_pico

A_THROW = 60
"""Bytes of flash that a throw takes at most, with its mark."""

IN_TURN = range(1, 81)[:: 1 if LONG else 8]
"""After so many bytes of flash, one after the other."""

CUTS = 100 if LONG else 10
"""Cuts of a search, each after a random number of bytes."""

SEARCHES = range(max(1, SOAK // 10))
"""A hundred times longer they are ten, of 100 cuts each."""

NEVER = 10**9


def probed(bench: Bench) -> ProbedPico:
    assert isinstance(bench.chip, ProbedPico)
    return bench.chip


def is_cut(bench: Bench, after: int) -> bool:
    """Throw, and switch it off and on after so many bytes of flash; then throw once more."""
    boot, before, cuts = bench.hellos[-1].boot, len(bench.got), probed(bench).cuts
    probed(bench).cut_power_after(after)
    bench.host.orders.give(Order.ROLL, 0)
    bench.pass_time(2 * SECOND)
    was_cut = probed(bench).cuts > cuts
    if was_cut:
        assert bench.hellos[-1].boot > boot
    probed(bench).cut_power_after(NEVER)
    assert len(bench.got) - before <= 1
    bench.warm_up()
    bench.roll()
    return was_cut


def nothing_is_lost(bench: Bench) -> None:
    serials = [throw.serial for throw in bench.got]
    assert serials == list(range(1, len(serials) + 1))
    assert all(None not in throw.values for throw in bench.got)
    assert {throw.series for throw in bench.got} == {bench.got[0].series}


def bench_at(seed: int) -> Bench:
    bench = Bench("roller", seed, chip=Chip.RP2040)
    bench.warm_up()
    return bench


def tell(bench: Bench, cuts: Iterable[bool]) -> int:
    count = sum(cuts)
    tried("cuts of the power of a Pico", count)
    tried("throws of a Pico between cuts", len(bench.got))
    return count


def test_a_cut_after_any_byte_of_a_throw() -> None:
    bench = bench_at(0)
    assert tell(bench, [is_cut(bench, cut) for cut in IN_TURN]) >= 4
    nothing_is_lost(bench)


@pytest.mark.parametrize("seed", SEARCHES)
def test_cuts_at_random_one_after_the_other(seed: int) -> None:
    bench, search = bench_at(seed + 1), chance(f"cuts {seed}")
    cuts = 0
    while cuts < CUTS:
        cuts += is_cut(bench, search.randint(1, A_THROW))
    tell(bench, [True] * cuts)
    nothing_is_lost(bench)
