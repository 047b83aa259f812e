"""Evenings with dice that drop, lean, run low and come back: fifty of each maker in a soak.

No throw that was not rolled, none twice, none lost; and the rulings of the same match on a cable.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("bumble")

from boxctl.referee.ruling import Ruling
from tests.support.bluetooth.dice_evening import MakersDice
from tests.support.bluetooth.godice_dice import GoDiceDice
from tests.support.bluetooth.pixels_dice import PixelsDice
from tests.support.bluetooth.played_evening import play_with_dice, play_with_serial_roller
from tests.support.soak import LONG, chance, tried

EVENINGS = 50 if LONG else 4
VARIANTS = ("classic", "pub", "canoga", "tournament")


@pytest.mark.parametrize("maker", [GoDiceDice, PixelsDice], ids=["godice", "pixels"])
@pytest.mark.parametrize("number", range(EVENINGS))
def test_the_same_match_by_dice_and_by_a_roller_on_a_cable(
    maker: Callable[[], MakersDice], number: int
) -> None:
    random = chance(f"{maker.__name__} {number}")
    name = VARIANTS[number % len(VARIANTS)]
    by_dice = play_with_dice(name, maker(), random)
    on_a_cable = play_with_serial_roller(name, by_dice.deeds, random)
    assert list(map(_said, by_dice.rulings)) == list(map(_said, on_a_cable))
    tried("rulings of evenings with Bluetooth dice", len(on_a_cable))
    for what, times in by_dice.failed.items():
        tried(f"times with Bluetooth dice: {what}", times)


def _said(ruling: Ruling) -> tuple[object, ...]:
    return ruling.rule, ruling.player, ruling.open, ruling.payload
