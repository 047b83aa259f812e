"""Dice of the real firmware with injected noise: faces, pairs and runs are those of fair dice."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, product

import pytest

from boxctl.cli.box.fairness import beyond, p_value
from firmware_bridge.build_firmware import build
from firmware_bridge.emulator.chip import EmulatedChip
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import Order
from firmware_bridge.protocol.messages import Throw
from tests.support.firmware.emulated import WARM_UP, needs_avr
from tests.support.soak import LONG, SOAK

DICE = 10_000 * SOAK if LONG else 1_000


def thrown(sides: int, wanted: int) -> list[int]:
    """So many dice, thrown four at a time."""
    chip = EmulatedChip(build("digits", dice=4, sides=sides, emulator=True), seed=2024)
    host = HostLink(0, session=1)
    values: list[int] = []
    asked = False
    while len(values) < wanted:
        if chip.now > WARM_UP and host.orders.waiting < 2:
            host.orders.give(Order.ROLL, 4)
            asked = True
        due = host.next_deadline()
        until = max(chip.now + 100, due if due is not None else chip.now + 1000)
        said = chip.run(min(until, chip.now + 1_000_000))
        for news in host.receive(said, chip.now):
            if isinstance(news.what, Throw):
                values += [value or 0 for value in news.what.values]
        chip.hear(host.outgoing(chip.now))
        assert asked or chip.now < 2 * WARM_UP
    chip.close()
    return values


@needs_avr
@pytest.mark.parametrize("sides", [6, pytest.param(20, marks=pytest.mark.full)])
def test_no_noise_in_the_dice_but_chance(sides: int, capsys: pytest.CaptureFixture[str]) -> None:
    values = thrown(sides, DICE if sides == 6 else DICE // 2)
    assert set(values) <= set(range(1, sides + 1))
    faces = Counter(values)
    # Each value in one pair only: pairs that overlap are not independent.
    pairs = Counter(zip(values[::2], values[1::2], strict=False))
    runs = Counter(min(len(list(run)), 4) for _, run in groupby(values))
    again = 1 / sides
    chances = {
        "faces": p_value([faces[face] for face in range(1, sides + 1)], [again] * sides),
        "runs": p_value(
            [runs[length] for length in (1, 2, 3, 4)],
            [(1 - again) * again**n for n in range(3)] + [again**3],
        ),
    }
    if len(values) > 20 * sides**2:  # Else there are too few of each pair for a chi-square.
        every = product(range(1, sides + 1), range(1, sides + 1))
        chances["pairs"] = p_value([pairs[pair] for pair in every], [again * again] * sides**2)
    with capsys.disabled():
        if LONG:
            told = ", ".join(f"{what} p = {chance:.4f}" for what, chance in chances.items())
            print(f"\n{len(values)} dice of {sides} sides: {told}")
    assert all(0.0005 < chance < 0.9995 for chance in chances.values()), chances


@pytest.mark.parametrize(
    ("square", "freedom", "chance"),
    [(3.841459, 1, 0.05), (11.0705, 5, 0.05), (15.0863, 5, 0.01), (30.1435, 19, 0.05),
     (0.0, 4, 1.0), (49.8018, 35, 0.05)],
)  # fmt: skip
def test_the_p_values_are_those_of_the_printed_tables(
    square: float, freedom: int, chance: float
) -> None:
    assert beyond(square, freedom) == pytest.approx(chance, abs=2e-5)


def test_a_weighted_die_is_noticed() -> None:
    assert p_value([200, 160, 160, 160, 160, 160], [1 / 6] * 6) > 0.05
    assert p_value([2000, 1600, 1600, 1600, 1600, 1600], [1 / 6] * 6) < 1e-9
