"""Dice that the Pi throws itself."""

from __future__ import annotations

from collections import Counter
from random import Random

from hardware.dice.virtual_roller import PiDice


def test_every_side_comes_up_equally_often() -> None:
    dice = PiDice(Random(1))
    seen = Counter(dice.roll(2, 6) for _ in range(36_000))
    assert len(seen) == 36
    # 1000 of each are expected, with a standard deviation of 31.
    assert all(abs(count - 1000) < 155 for count in seen.values())


def test_as_many_dice_as_are_asked_for() -> None:
    dice = PiDice()
    assert [len(dice.roll(count, 6)) for count in (1, 2, 24)] == [1, 2, 24]
    assert dice.roll(3, 1) == (1, 1, 1)
