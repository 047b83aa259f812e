"""Dice are found by shaking them, among others that lie about, on a virtual controller."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

pytest.importorskip("bumble")

from groundwork.faults import Fault
from hardware.config.tables.bluetooth_dice import COLOURS, NamedDie
from hardware.dice.bluetooth.pair import DicePairing
from tests.support.bluetooth.dice_evening import DiceEvening, address
from tests.support.bluetooth.godice_dice import GoDiceDice
from tests.support.bluetooth.jumping_loop import JumpingLoop, run_jumping

SAYS = GoDiceDice()
Shake = Callable[[DiceEvening, str], Coroutine[Any, Any, None]]


def paired(
    shake: Shake, colours: list[str], dice: int = 3
) -> tuple[DiceEvening, tuple[NamedDie, ...], list[str]]:
    """Pair dice that are shaken so whenever a colour is asked for."""
    loop = JumpingLoop()
    said: list[str] = []

    async def all_of_it() -> tuple[DiceEvening, tuple[NamedDie, ...], list[str]]:
        box = DiceEvening(loop, SAYS, dice)
        for die in box.dice:
            await die.wake()
        shaking: set[asyncio.Future[None]] = set()
        pairing = DicePairing(
            SAYS.protocol,
            box.radio,
            lambda colour: shaking.add(asyncio.ensure_future(shake(box, colour))),
            said.append,
        )
        try:
            return box, await pairing.run(colours, 60), said
        finally:
            for each in shaking:
                each.cancel()

    return run_jumping(all_of_it(), loop)


async def _shake(box: DiceEvening, *numbers: int) -> None:
    await box.until(lambda: all(box.dice[number].is_connected for number in numbers))
    await box.pass_time(3)
    for number in numbers:
        await box.dice[number].say(SAYS.moving())


def test_each_shaken_die_lights_up_in_the_colour_that_names_it() -> None:
    order = {"red": 2, "green": 0}

    async def shake(box: DiceEvening, colour: str) -> None:
        await _shake(box, order[colour])

    box, dice, said = paired(shake, ["red", "green"])
    assert dice == (NamedDie("red", address(2)), NamedDie("green", address(0)))
    assert said == []
    for colour, number in order.items():
        assert SAYS.protocol.glow(COLOURS[colour]) in box.dice[number].told
    assert not any(die.is_connected for die in box.dice)


def test_a_die_that_has_its_colour_is_not_taken_again() -> None:
    async def shake(box: DiceEvening, colour: str) -> None:
        await _shake(box, 0)
        if colour == "green":
            await box.pass_time(5)
            await _shake(box, 1)

    _box, dice, _said = paired(shake, ["red", "green"])
    assert [die.address for die in dice] == [address(0), address(1)]


def test_dice_of_two_sets_that_are_shaken_at_once_are_not_guessed() -> None:
    async def shake(box: DiceEvening, _colour: str) -> None:
        await _shake(box, 0, 1)
        await box.pass_time(5)
        await _shake(box, 1)

    _box, dice, said = paired(shake, ["red"])
    assert [die.address for die in dice] == [address(1)]
    assert [sentence[:42] for sentence in said] == ["BX439: two dice were moved at once; shake "]


def test_nobody_shakes() -> None:
    async def shake(_box: DiceEvening, _colour: str) -> None:
        pass

    with pytest.raises(Fault, match="BX440: no die of GoDice was shaken near the box within 60"):
        paired(shake, ["red"])


def test_bluetooth_is_off() -> None:
    async def shake(_box: DiceEvening, _colour: str) -> None:
        pass

    loop = JumpingLoop()

    async def all_of_it() -> None:
        box = DiceEvening(loop, SAYS, 1)
        box.radio.is_off = True
        await DicePairing(SAYS.protocol, box.radio, print, print).run(["red"], 60)

    with pytest.raises(Fault, match="BX433"):
        run_jumping(all_of_it(), loop)
