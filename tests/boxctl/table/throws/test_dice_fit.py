"""A roller that has other dice than the match is not used, and people are told of both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boxctl.journal.entry_kinds import DeviceChanged
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.phrases import WRITTEN
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from hardware.devices import (
    BoardIdentity,
    Box,
    ButtonDiceRefused,
    Clock,
    DeviceBack,
    DeviceLost,
    DiceRolled,
    EventSink,
    RollerDice,
)
from hardware.virtual import VirtualBox
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable
from tests.support.tables.wiring import InMemory

TWO_OF_SIX = RollerDice(2, 6)
FOUR_OF_SIX = RollerDice(4, 6)
ONE_OF_TWENTY = RollerDice(1, 20)


class ToldRoller(InMemory):
    """Wood in memory, with a roller whose button is told how many dice to throw."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []

    def connect(self, wood: VirtualBox, clock: Clock, hand_over: EventSink) -> Box:
        box = super().connect(wood, clock, hand_over)
        box.tell_button_dice = self.told.append
        return box


def comes_up(table: VirtualTable, dice: RollerDice, device: str = "roller") -> None:
    board = BoardIdentity("tower", dice.count, dice.sides, 0, 7, lasting=True)
    happens(table, DeviceBack(table.now, device, "tower", board, dice))


def happens(table: VirtualTable, event: DeviceBack | DeviceLost | ButtonDiceRefused) -> None:
    table.events.append(event)
    table.until(table.now + SECOND // 10)


def thrown(table: VirtualTable, *values: int, serial: int = 1) -> list[str]:
    table.new.clear()
    table.events.append(DiceRolled(table.now, values, 7, serial))
    table.until(table.now + SECOND)
    return table.ruled


def told(table: VirtualTable) -> list[str]:
    """What people were told of the roller since this was last asked."""
    said = [notice_sentence(notice, WRITTEN) for notice in table.notices
            if isinstance(notice, DeviceLost | DeviceBack)]  # fmt: skip
    table.notices.clear()
    return said


@pytest.fixture
def twenty(a_table: BuildTable) -> VirtualTable:
    """A table of twenty-twelve, which is played with one die of twenty sides."""
    return a_table("twenty-twelve", journal=True, wood=PERFECT_WOOD, wiring=ToldRoller())


def test_a_roller_with_other_sides_is_named_with_the_dice_of_the_rules(
    twenty: VirtualTable,
) -> None:
    comes_up(twenty, TWO_OF_SIX)
    assert told(twenty) == [
        "the roller is not used: BX521: the roller has 2 dice with 6 sides, but the match is "
        "played with 1 die with 20 sides; plug in a roller that has such dice, or choose a variant "
        "that is played with the roller's"
    ]


def test_its_throws_are_not_ruled_on_and_people_are_told_why_again(twenty: VirtualTable) -> None:
    comes_up(twenty, TWO_OF_SIX)
    told(twenty)
    assert thrown(twenty, 4, 5) == []
    assert thrown(twenty, 4, serial=2) == []
    assert [line.split(":")[1] for line in told(twenty)] == [" BX521", " BX521"]
    assert twenty.kept == [(7, 1), (7, 2)]  # It need not repeat them.


def test_the_right_roller_plugged_in_after_it_is_used(twenty: VirtualTable) -> None:
    comes_up(twenty, TWO_OF_SIX)
    happens(twenty, DeviceLost(twenty.now, "roller", "its cable is out"))
    told(twenty)
    comes_up(twenty, ONE_OF_TWENTY)
    assert told(twenty) == ["the roller answers: tower"]
    assert thrown(twenty, 17) == ["throw R3.1"]


def test_a_roller_with_too_few_dice_is_not_used(a_table: BuildTable) -> None:
    table = a_table("the-300", wood=PERFECT_WOOD)
    comes_up(table, TWO_OF_SIX)
    assert "has 2 dice with 6 sides, but the match is played with 4 dice" in told(table)[0]
    assert thrown(table, 3, 4) == []


def test_a_roller_with_more_dice_is_told_how_many_to_throw(a_table: BuildTable) -> None:
    wiring = ToldRoller()
    table = a_table(wiring=wiring, wood=PERFECT_WOOD)
    comes_up(table, FOUR_OF_SIX)
    assert wiring.told == [2]
    assert told(table) == ["the roller answers: tower"]
    assert thrown(table, 3, 4) == ["throw R3.1"]


def test_a_roller_with_the_right_dice_is_told_nothing(a_table: BuildTable) -> None:
    wiring = ToldRoller()
    table = a_table(wiring=wiring)
    comes_up(table, TWO_OF_SIX)
    assert wiring.told == []


def test_one_that_reads_dice_reads_as_many_as_are_thrown(a_table: BuildTable) -> None:
    wiring = ToldRoller()
    table = a_table(wiring=wiring, wood=PERFECT_WOOD)
    comes_up(table, replace(FOUR_OF_SIX, throws=False))
    assert wiring.told == []
    assert thrown(table, 3, 4) == ["throw R3.1"]


def test_old_firmware_that_cannot_be_told_is_not_used(a_table: BuildTable) -> None:
    table = a_table(wiring=ToldRoller(), wood=PERFECT_WOOD)
    comes_up(table, FOUR_OF_SIX)
    told(table)
    happens(table, ButtonDiceRefused(table.now))
    (line,) = told(table)
    assert "the roller throws 4 dice with 6 sides, but the match is played with 2 dice" in line
    assert "its firmware is too old" in line
    assert thrown(table, 1, 2, 3, 4) == []
    comes_up(table, TWO_OF_SIX)
    assert thrown(table, 3, 4, serial=2) == ["throw R3.1"]


def test_old_firmware_with_the_right_dice_need_not_be_told(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    comes_up(table, TWO_OF_SIX)
    happens(table, ButtonDiceRefused(table.now))
    assert thrown(table, 3, 4) == ["throw R3.1"]


def short_match(table: VirtualTable) -> None:
    """Play a match of three tiles to its end and ask for the next."""
    thrown(table, 1, 2, serial=90)
    table.shuts(3)
    thrown(table, 1, 2, serial=91)
    table.shuts(1, 2)
    assert table.runtime.referee.play.over
    table.presses("new")
    table.makes_ready()


def next_match(table: VirtualTable, name: str, **settings: str) -> None:
    rules = with_settings(variant(name), settings.items())
    table.runtime.followed_by(rules, ["Ann"])


def test_the_dice_are_compared_again_when_the_next_match_has_other_rules(
    a_table: BuildTable,
) -> None:
    table = a_table(tiles=3, wired=12, wood=PERFECT_WOOD, journal=True)
    comes_up(table, TWO_OF_SIX)
    next_match(table, "twenty-twelve")
    told(table)
    short_match(table)
    assert "BX521" in told(table)[0]
    assert thrown(table, 6, serial=92) == []
    assert list(table.read().of_kind(DeviceChanged.kind))[-1].body["answers"] is False
    comes_up(table, ONE_OF_TWENTY)
    assert thrown(table, 12, serial=93) == ["throw R3.1"]


def test_a_roller_that_fits_the_next_match_is_used_then(a_table: BuildTable) -> None:
    table = a_table(tiles=3, wood=PERFECT_WOOD, journal=True)
    comes_up(table, TWO_OF_SIX)
    next_match(table, "classic", tiles="3", dice="1d6", one_die="never")
    short_match(table)
    comes_up(table, ONE_OF_TWENTY)
    told(table)
    next_match(table, "classic", tiles="3", dice="1d20", one_die="never")
    table.presses("new")
    assert told(table) == []  # The match is not over: nothing has changed.
    happens(table, DeviceLost(table.now, "roller", "its cable is out"))
    comes_up(table, TWO_OF_SIX)
    for serial in (100, 101):
        thrown(table, 3, serial=serial)
        table.shuts(*((3,) if serial == 100 else (1, 2)))
    assert table.runtime.referee.play.over
    comes_up(table, ONE_OF_TWENTY)
    assert "BX521" in told(table)[-1]
    table.presses("new")
    assert told(table) == ["the roller answers: tower; not the roller of before"]
    table.makes_ready()
    assert thrown(table, 3, serial=110) == ["throw R3.1"]


def test_a_roller_is_told_the_dice_of_each_match(a_table: BuildTable) -> None:
    wiring = ToldRoller()
    table = a_table(tiles=3, wiring=wiring, wood=PERFECT_WOOD)
    comes_up(table, FOUR_OF_SIX)
    next_match(table, "classic", tiles="3", dice="4d6", one_die="never")
    short_match(table)
    assert wiring.told == [2, 4]


def test_a_match_that_goes_on_with_another_roller_is_not_ruled_by_its_dice(
    twenty: VirtualTable,
) -> None:
    comes_up(twenty, ONE_OF_TWENTY)
    thrown(twenty, 12)
    twenty.loses_power()
    twenty.starts_again()
    comes_up(twenty, TWO_OF_SIX)
    assert "BX521" in told(twenty)[-1]
    assert thrown(twenty, 6, 6, serial=2) == []
    comes_up(twenty, ONE_OF_TWENTY)
    twenty.shuts(12)
    assert twenty.ruled == ["committed R3.1"]


def test_the_levers_of_a_board_with_other_dice_are_as_good_as_ever(twenty: VirtualTable) -> None:
    comes_up(twenty, TWO_OF_SIX, device="board")
    assert [line.split(":")[0] for line in told(twenty)] == [
        "the board answers",
        "the roller is not used",
    ]
    happens(twenty, DeviceBack(twenty.now, "roller", "its noise passes its tests"))
    assert told(twenty) == []
    assert thrown(twenty, 4, 5) == []
    told(twenty)
    comes_up(twenty, ONE_OF_TWENTY, device="board")
    assert [line.split(":")[0] for line in told(twenty)] == [
        "the roller answers",
        "the board answers",
    ]
    assert thrown(twenty, 12, serial=2) == ["throw R3.1"]


def test_nobody_is_asked_about_another_roller_once_one_that_is_not_used_answers(
    a_table: BuildTable,
) -> None:
    table = a_table(journal=True, wood=PERFECT_WOOD)
    comes_up(table, TWO_OF_SIX)
    thrown(table, 5, 6)
    table.shuts(9, 2)
    another = BoardIdentity("tower", 2, 6, 0, 666, lasting=True)
    happens(table, DeviceBack(table.now, "roller", "tower", another, TWO_OF_SIX))
    table.events.append(DiceRolled(table.now, (3, 1), 666, 1))
    table.until(table.now + SECOND)
    comes_up(table, ONE_OF_TWENTY)
    table.new.clear()
    table.presses("confirm")
    assert table.ruled == []


def test_a_roller_that_is_not_used_is_not_asked_about(a_table: BuildTable) -> None:
    table = a_table(journal=True, wood=PERFECT_WOOD)
    comes_up(table, TWO_OF_SIX)
    thrown(table, 5, 6)
    told(table)
    comes_up(table, ONE_OF_TWENTY)
    assert ["BX521" in line for line in told(table)] == [True]
    table.presses("confirm")
    assert told(table) == []
    assert table.runtime.referee.play.answer is not None
