"""Dice on a virtual Bluetooth controller, and what the box hands over of them."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("bumble")

from hardware.devices import DeviceBack, RollerDice
from tests.support.bluetooth.dice_evening import DiceEvening, MakersDice, evening
from tests.support.bluetooth.godice_dice import GoDiceDice
from tests.support.bluetooth.jumping_loop import JumpingLoop, run_jumping
from tests.support.bluetooth.pixels_dice import PixelsDice

every_maker = pytest.mark.parametrize(
    "maker", [GoDiceDice(), PixelsDice()], ids=["godice", "pixels"]
)


@every_maker
def test_dice_that_are_rolled_together_are_one_throw(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        for first in range(1, 7):
            await box.roll_all([first, 7 - first])
            await box.pass_time(5)

    assert evening(maker, play).throws == [(face, 7 - face) for face in range(1, 7)]


@every_maker
def test_dice_that_are_rolled_one_by_one_are_one_throw(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        await box.roll(1, 5)
        await box.pass_time(20)
        assert box.throws == []
        await box.roll(0, 2)
        await box.pass_time(5)

    assert evening(maker, play).throws == [(2, 5)]


@every_maker
def test_one_die_of_two_is_a_throw_where_one_may_be_thrown(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        box.set.wants((1, 2))
        await box.roll(1, 5)
        await box.pass_time(2)
        assert box.throws == []
        await box.pass_time(5)
        await box.roll_all([1, 1])
        await box.pass_time(5)

    assert evening(maker, play).throws == [(5,), (1, 1)]


@every_maker
def test_any_two_of_four_dice_are_a_throw_of_two(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        box.set.wants((2,))
        await box.roll(3, 6)
        await box.roll(1, 4)
        await box.pass_time(5)

    assert evening(maker, play, dice=4).throws == [(4, 6)]


@every_maker
def test_a_cocked_die_cannot_be_read(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        await box.roll(0, 3)
        await box.dice[1].say(maker.moving())
        await box.dice[1].say(maker.cocked(2))
        await box.pass_time(5)

    assert evening(maker, play).throws == [(3, None)]


@every_maker
def test_a_die_that_is_picked_up_and_put_down_is_no_throw(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        for die in box.dice:
            await die.say(maker.moving())
            await box.pass_time(1)
            await die.say(maker.put_down(6))
        await box.pass_time(30)

    assert evening(maker, play).throws == []


@every_maker
def test_a_die_turned_by_hand_before_the_throw_is_complete_is_rolled_again(
    maker: MakersDice,
) -> None:
    async def play(box: DiceEvening) -> None:
        await box.roll(0, 1)
        await box.dice[0].say(maker.moving())
        await box.dice[0].say(maker.put_down(6))
        await box.roll(1, 6)
        await box.pass_time(30)
        assert box.throws == []
        await box.roll(0, 2)
        await box.pass_time(5)

    assert evening(maker, play).throws == [(2, 6)]


@every_maker
def test_a_die_that_still_rolls_is_waited_for(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        await box.dice[0].say(maker.moving())
        await box.roll(1, 4)
        await box.pass_time(30)
        assert box.throws == []
        await box.dice[0].say(maker.rolled(4))
        await box.pass_time(5)

    assert evening(maker, play).throws == [(4, 4)]


@every_maker
def test_a_short_drop_is_not_worth_a_word(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        await box.dice[0].drop()
        await box.until(lambda: box.dice[0].is_connected)
        await box.roll_all([1, 2])
        await box.pass_time(5)

    box = evening(maker, play)
    assert box.troubles == [""]
    assert box.throws == [(1, 2)]


@every_maker
def test_a_die_that_is_away_is_told_and_looked_for_until_it_is_back(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        await box.dice[1].sleep()
        await box.pass_time(3600)
        await box.dice[1].stir()
        await box.until(lambda: box.troubles[-1] == "")
        await box.roll_all([1, 2])
        await box.pass_time(5)

    box = evening(maker, play)
    assert box.troubles[0] == box.troubles[2] == ""
    assert box.troubles[1].startswith("BX434: not heard: the green die; shake it near the box")
    assert len(box.troubles) == 3
    assert box.throws == [(1, 2)]


@every_maker
def test_a_die_lost_in_its_roll_is_told_at_once_and_rolled_again(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        await box.roll(0, 3)
        await box.dice[1].say(maker.moving())
        await box.dice[1].drop()
        await box.until(lambda: len(box.troubles) == 3)
        await box.pass_time(10)
        assert box.throws == []
        await box.roll(1, 5)
        await box.pass_time(5)

    box = evening(maker, play)
    assert [said[:5] for said in box.troubles] == ["", "BX434", ""]
    assert box.throws == [(3, 5)]


@every_maker
def test_a_radio_that_is_switched_off_is_told_until_it_is_on(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        box.radio.is_off = True
        await box.dice[0].drop()
        await box.pass_time(600)
        box.radio.is_off = False
        await box.until(lambda: box.troubles[-1] == "")

    box = evening(maker, play)
    assert [said[:5] for said in box.troubles] == ["", "BX433", ""]


@every_maker
def test_a_battery_is_told_once_before_it_is_empty(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        box.percent[1] = 15
        await box.pass_time(600)

    box = evening(maker, play)
    assert box.warnings == [
        "BX435: the battery of the green die has 15% left: charge it before it falls silent"
    ]


@every_maker
def test_a_die_at_the_edge_of_range_is_told_when_it_comes_back(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        box.radio.dbm[box.dice[0].address] = -91
        await box.dice[0].drop()
        await box.pass_time(10)

    (warning,) = evening(maker, play).warnings
    assert warning.startswith("BX436: the red die is heard only weakly (-91 dBm)")


@every_maker
def test_a_die_that_shows_what_no_die_can_is_not_read_until_it_rolls_right(
    maker: MakersDice,
) -> None:
    async def play(box: DiceEvening) -> None:
        await box.roll(0, 3)
        await box.dice[1].say(maker.moving())
        await box.dice[1].say(maker.impossible())
        await box.pass_time(5)
        await box.roll_all([6, 5])
        await box.pass_time(5)

    box = evening(maker, play)
    assert [said[:5] for said in box.troubles] == ["", "BX438", ""]
    assert box.throws == [(3, None), (6, 5)]


@every_maker
def test_two_boxes_in_one_pub_hear_their_own_dice(maker: MakersDice) -> None:
    from hardware.config.tables.bluetooth_dice import NamedDie
    from hardware.dice.bluetooth.dice_set import DiceSet

    async def play(box: DiceEvening) -> None:
        # The other box names one of these dice, and one that it never hears.
        heard: list[object] = []
        other = DiceSet(
            maker.protocol,
            [NamedDie("red", "F0:00:00:00:02:00")],
            type(box.radio)(box.link),
            box.loop.clock,
            heard.append,
        )
        running = asyncio.ensure_future(other.run())
        await box.roll_all([2, 3])
        await box.pass_time(60)
        running.cancel()
        assert [type(event).__name__ for event in heard] == ["DeviceLost"]

    assert evening(maker, play).throws == [(2, 3)]


@every_maker
def test_the_table_learns_what_dice_there_are_and_that_nothing_proves_it(
    maker: MakersDice,
) -> None:
    async def play(box: DiceEvening) -> None:
        await box.pass_time(1)

    box = evening(maker, play, dice=3)
    (back,) = box.events
    assert isinstance(back, DeviceBack)
    assert back.dice == RollerDice(3, 6, throws=False)
    assert back.board is not None and back.board.name.startswith(maker.protocol.name)
    assert "does not prove" in back.what


@every_maker
def test_the_dice_shine_for_the_turn_and_flash_for_what_does_not_count(maker: MakersDice) -> None:
    async def play(box: DiceEvening) -> None:
        box.set.glow((0, 60, 255))
        await box.pass_time(1)
        box.set.flash_not_counted()
        await box.pass_time(60)

    box = evening(maker, play)
    protocol = maker.protocol
    for die in box.dice:
        lights = [told for told in die.told if told not in protocol.ask_how_it_is()]
        lights = [told for told in lights if told not in protocol.greeting()]
        assert lights == [
            protocol.glow((0, 0, 0)),
            protocol.glow((0, 60, 255)),
            protocol.flash((255, 0, 0), 3),
            protocol.glow((0, 60, 255)),
            protocol.glow((0, 0, 0)),
            protocol.glow((0, 0, 0)),
        ]


def test_pixels_that_hear_the_box_badly_say_so_before_they_are_lost() -> None:
    maker = PixelsDice()

    async def play(box: DiceEvening) -> None:
        maker.dbm = -90
        await box.pass_time(130)

    warnings = evening(maker, play).warnings
    assert [said[:20] for said in warnings] == ["BX436: the red die i", "BX436: the green die"]


def test_a_die_with_twenty_faces_is_another_die() -> None:
    loop = JumpingLoop()

    async def all_of_it() -> DiceEvening:
        box = DiceEvening(loop, PixelsDice(leds=20), 1)
        running = asyncio.ensure_future(box.set.run())
        await box.dice[0].wake()
        await box.until(lambda: any("BX437" in trouble for trouble in box.troubles))
        await box.roll(0, 3)
        await box.pass_time(10)
        running.cancel()
        await asyncio.wait([running])
        return box

    box = run_jumping(all_of_it(), loop)
    assert "(20 LEDs)" in box.troubles[-1]
    assert box.throws == []
