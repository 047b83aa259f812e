"""The roller in memory: heard, unplugged, restarted around, and asked for what it cannot show.

Also dice that the Pi throws itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled
from hardware.dice.virtual_roller import PiDice, VirtualRoller

SECOND = 1_000_000


class Program:
    """Something that listens to the roller, on a clock that is set by hand."""

    def __init__(self, roller: VirtualRoller, seen: dict[int, int] | None = None) -> None:
        self.now = 5 * SECOND
        self.events: list[DeviceEvent] = []
        self.close = roller.listen(lambda: self.now, self.events.append, seen or {})

    @property
    def throws(self) -> list[DiceRolled]:
        return [event for event in self.events if isinstance(event, DiceRolled)]

    @property
    def lost(self) -> list[str]:
        return [event.why for event in self.events if isinstance(event, DeviceLost)]


@pytest.fixture
def roller() -> VirtualRoller:
    return VirtualRoller(2, 6)


def test_it_greets_and_its_throws_are_numbered(roller: VirtualRoller) -> None:
    program = Program(roller)
    roller.throw((3, 4))
    roller.throw((1, None))
    assert isinstance(program.events[0], DeviceBack)
    first, second = program.throws
    assert (first.values, second.values) == ((3, 4), (1, None))
    assert (first.serial, second.serial) == (1, 2)
    assert first.series == second.series > 0
    assert not first.late


def test_a_throw_while_it_is_unplugged_comes_late(roller: VirtualRoller) -> None:
    program = Program(roller)
    roller.unplug()
    roller.throw((3, 4))
    assert program.lost == ["its cable is out"]
    assert program.throws == []
    program.now += 2 * SECOND
    roller.plug_in()
    assert isinstance(program.events[-2], DeviceBack)
    assert [(throw.values, throw.late) for throw in program.throws] == [((3, 4), True)]


def test_a_throw_that_waits_only_a_moment_is_not_late(roller: VirtualRoller) -> None:
    program = Program(roller)
    roller.unplug()
    roller.throw((3, 4))
    program.now += SECOND
    roller.plug_in()
    assert [throw.late for throw in program.throws] == [False]


def test_a_throw_that_no_program_hears_waits_for_the_next(roller: VirtualRoller) -> None:
    first = Program(roller)
    roller.throw((1, 1))
    first.close()
    roller.throw((2, 2))
    told = first.throws[0]
    assert len(first.throws) == 1
    second = Program(roller, {told.series: told.serial})
    assert [throw.values for throw in second.throws] == [(2, 2)]
    assert second.lost == []


def test_a_throw_that_was_heard_and_not_recorded_is_said_to_be_missing(
    roller: VirtualRoller,
) -> None:
    first = Program(roller)
    roller.throw((1, 1))
    roller.throw((2, 2))
    series = first.throws[0].series
    first.close()
    second = Program(roller, {series: 1})
    assert second.throws == []
    assert second.lost == [
        f"throws 2 to 2 of series {series:08X} never came; what they showed is not known"
    ]
    assert isinstance(second.events[-1], DeviceBack)


def test_a_program_that_closes_late_does_not_silence_the_next(roller: VirtualRoller) -> None:
    first = Program(roller)
    second = Program(roller)
    first.close()
    roller.throw((5, 6))
    assert first.throws == []
    assert [throw.values for throw in second.throws] == [(5, 6)]


def test_a_program_that_starts_while_it_is_unplugged_waits_for_it(roller: VirtualRoller) -> None:
    roller.unplug()
    roller.throw((3, 4))
    program = Program(roller)
    assert program.lost == ["its cable is out"]
    assert program.throws == []
    roller.plug_in()
    assert [throw.values for throw in program.throws] == [(3, 4)]


@pytest.mark.parametrize("values", [(), (1, 2, 3), (7, 1), (0, 1)])
def test_what_the_dice_cannot_show_is_refused(
    roller: VirtualRoller, values: Sequence[int | None]
) -> None:
    with pytest.raises(ValueError, match=r"the roller has 2 dice|a die has 6 sides"):
        roller.throw(values)


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
