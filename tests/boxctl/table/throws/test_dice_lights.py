"""What dice with lights show at a table: whose turn it is, and what does not count."""

from __future__ import annotations

from collections.abc import Collection

from boxctl.table.throws.dice_lights import DARK, OF_SEATS, DiceLights
from tests.support.tables.virtual_table import BuildTable


class _Dice:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def wants(self, counts: Collection[int]) -> None:
        self.told.append(counts)

    def glow(self, colour: tuple[int, int, int]) -> None:
        self.told.append(colour)

    def flash_not_counted(self) -> None:
        self.told.append("not counted")


def test_a_turn_at_the_table(a_table: BuildTable) -> None:
    table = a_table("classic", "Ann,Bob")
    dice = _Dice()
    lights = DiceLights(dice)
    play = table.runtime.referee.play
    lights.follow(play)
    assert dice.told == [(2,), OF_SEATS[0]]

    dice.told.clear()
    table.throws(3, None)
    for ruling in table.new:
        lights.say(ruling, play)
    assert dice.told == ["not counted", (2,), OF_SEATS[0]]

    dice.told.clear()
    table.throws(3, 4)
    for ruling in table.new:
        lights.say(ruling, play)
    assert dice.told == [DARK]


def test_each_seat_has_its_colour_and_none_has_that_of_a_void_throw() -> None:
    assert len({*OF_SEATS}) == len(OF_SEATS)
    assert (255, 0, 0) not in OF_SEATS
