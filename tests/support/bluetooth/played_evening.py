"""A match that is played with Bluetooth dice which fail now and then, by people who obey.

What people did is kept, so that the same match can be played with another roller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from boxctl.odds.sampling import AtRandom
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import numbers
from boxctl.simulation.players import PolicyPlayer
from boxctl.table.throws.dice_lights import DiceLights
from hardware.devices import DeviceEvent, DiceRolled, EventSink, ThrowTyped
from tests.support.bluetooth.dice_evening import DiceEvening, MakersDice
from tests.support.bluetooth.jumping_loop import JumpingLoop, run_jumping
from tests.support.evenings.roller import RollerDriver, SimulatedRoller
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import VirtualTable

PLAYERS = "Ann,Bob,Cécile"
MOST_STEPS = 2000

Throw = tuple[int | None, ...]


@dataclass
class Deed:
    """What people did at the table: a ``throw``, ``typed`` or not, ``tiles`` moved, or neither."""

    throw: Throw | None = None
    typed: bool = False
    tiles: tuple[int, ...] = ()
    pressed: bool = False

    def at(self, table: VirtualTable) -> None:
        """Do it there."""
        if self.typed:
            assert self.throw is not None
            text = " ".join(map(str, self.throw))
            table.events.append(ThrowTyped(table.now, text))
            table.waits(100)
        elif self.throw is not None:
            table.throws(*self.throw)
        elif self.tiles:
            table.shuts(*self.tiles)
        elif self.pressed:
            table.presses("confirm")
        else:
            table.makes_ready()
        table.waits(3000)


@dataclass
class PlayedEvening:
    """What came of it: the rulings, what people did, and how often what failed."""

    rulings: list[Ruling]
    deeds: list[Deed]
    failed: Counter[str] = field(default_factory=Counter)


class _People:
    """Roll the dice of one evening, while this and that fails."""

    def __init__(self, box: DiceEvening, table: VirtualTable, random: Random) -> None:
        self._box = box
        self._table = table
        self._random = random
        self._told = 0
        self.failed: Counter[str] = Counter()

    async def throw(self, count: int, *, may_fail: bool) -> Deed:
        """Roll so many dice until the box has taken them, or typed what they show."""
        box, random = self._box, self._random
        faces = [random.randint(1, 6) for _ in range(count)]
        fails = random.choice(list(_TROUBLES)) if may_fail and random.random() < 0.5 else None
        if fails is not None:
            self.failed[fails] += 1
            deed: Deed | None = await _TROUBLES[fails](self, faces)
            self._hear()
            if deed is not None:
                return deed
        before = len(box.throws)
        if random.random() < 0.5:
            await box.roll_all(faces)
        else:
            for number in random.sample(range(count), count):
                await box.roll(number, faces[number])
                await box.pass_time(random.uniform(0, 2))
        deed = await self._rolled(before, tuple(faces))
        self._hear()
        return deed

    async def _rolled(self, before: int, faces: Throw) -> Deed:
        """Wait for the throw; it must be what was rolled, and one alone."""
        await self._box.until(lambda: len(self._box.throws) > before, 30)
        await self._box.pass_time(5)
        assert self._box.throws[before:] == [faces]
        return Deed(faces)

    def _hear(self) -> None:
        """Have the table hear all that the dice told meanwhile."""
        for event in self._box.events[self._told :]:
            self._table.events.append(replace(event, at=self._table.now))
            self._table.waits(100)
        self._told = len(self._box.events)
        self._table.waits(3000)

    async def _cocked(self, faces: Sequence[int]) -> Deed:
        before = len(self._box.throws)
        for number in range(1, len(faces)):
            await self._box.roll(number, faces[number])
        await self._box.dice[0].say(self._box.maker.moving())
        await self._box.dice[0].say(self._box.maker.cocked(faces[0]))
        return await self._rolled(before, (None, *faces[1:]))

    async def _put_down(self, _faces: Sequence[int]) -> None:
        before = len(self._box.throws)
        die = self._random.choice(self._box.dice)
        await die.say(self._box.maker.moving())
        await self._box.pass_time(2)
        await die.say(self._box.maker.put_down(self._random.randint(1, 6)))
        await self._box.pass_time(10)
        assert len(self._box.throws) == before

    async def _short_drop(self, _faces: Sequence[int]) -> None:
        told = len(self._box.troubles)
        die = self._random.choice(self._box.dice)
        await die.drop()
        await self._box.until(lambda: self._is_whole, 60)
        await self._box.pass_time(1)
        assert all(said == "" or "BX434" in said for said in self._box.troubles[told:])

    async def _asleep(self, _faces: Sequence[int]) -> None:
        die = self._random.choice(self._box.dice)
        await die.sleep()
        await self._told_of("BX434")
        await self._box.pass_time(self._random.uniform(0, 600))
        await die.stir()
        await self._whole_again()

    async def _lost_rolling(self, _faces: Sequence[int]) -> None:
        die = self._random.choice(self._box.dice)
        await die.say(self._box.maker.moving())
        await die.drop()
        await self._told_of("BX434")
        await self._whole_again()

    async def _radio_off(self, _faces: Sequence[int]) -> None:
        self._box.radio.is_off = True
        for die in self._box.dice:
            await die.drop()
        await self._told_of("BX433")
        await self._box.pass_time(self._random.uniform(0, 600))
        self._box.radio.is_off = False
        await self._whole_again()

    async def _by_hand(self, faces: Sequence[int]) -> Deed:
        die = self._random.choice(self._box.dice)
        await die.sleep()
        await self._told_of("BX434")
        self._hear()
        deed = Deed(tuple(faces), typed=True)
        deed.at(self._table)
        await die.stir()
        await self._whole_again()
        return deed

    async def _low_battery(self, _faces: Sequence[int]) -> None:
        number = self._random.randrange(len(self._box.dice))
        for percent in (80, self._random.randint(1, 15)):
            self._box.percent[number] = percent
            await self._box.pass_time(65)
        assert "BX435" in self._box.warnings[-1]

    async def _told_of(self, code: str) -> None:
        await self._box.until(lambda: self._box.troubles[-1].startswith(code), 60)

    async def _whole_again(self) -> None:
        await self._box.until(lambda: self._is_whole and self._box.troubles[-1] == "", 120)

    @property
    def _is_whole(self) -> bool:
        return all(die.is_connected for die in self._box.dice)


_TROUBLES: Mapping[str, Callable[[_People, Sequence[int]], Coroutine[Any, Any, Deed | None]]] = {
    "cocked": _People._cocked,
    "put down": _People._put_down,
    "short drop": _People._short_drop,
    "asleep": _People._asleep,
    "lost rolling": _People._lost_rolling,
    "radio off": _People._radio_off,
    "by hand": _People._by_hand,
    "low battery": _People._low_battery,
}


def play_with_dice(name: str, maker: MakersDice, random: Random) -> PlayedEvening:
    """Play a match of this variant to its end with dice of this maker."""
    loop = JumpingLoop()

    async def all_of_it() -> PlayedEvening:
        table = VirtualTable(name, PLAYERS, wood=PERFECT_WOOD)
        box = DiceEvening(loop, maker, table.rules.dice.count)
        await box.begin()
        people, lights = _People(box, table, random), DiceLights(box.set)
        played = PlayedEvening(table.rulings, [], people.failed)
        chooser = PolicyPlayer(random, AtRandom())
        for _ in range(MOST_STEPS):
            play = table.runtime.referee.play
            if play.over:
                break
            lights.follow(play)
            if play.throw_awaited:
                deed = await people.throw(chooser.choose_dice(play), may_fail=True)
            else:
                deed = _answer(table, chooser)
                deed.at(table)
            played.deeds.append(deed)
        assert table.runtime.referee.play.over, "the match does not end"
        await box.end()
        table.close()
        return played

    return run_jumping(all_of_it(), loop)


def _answer(table: VirtualTable, chooser: PolicyPlayer) -> Deed:
    play = table.runtime.referee.play
    if play.answer is not None and play.answer.move is None:
        return Deed(tiles=tuple(numbers(chooser.choose_move(play).tiles)))
    return Deed(pressed=play.answer is not None)


class SerialRoller:
    """Both ends of the link to a roller on a cable, of which nothing is lost or damaged."""

    def __init__(self, dice: int, random: Random) -> None:
        self._roller = SimulatedRoller(dice, 6, 0.0, random, 0)

    def report_to(self, hand_over: EventSink) -> None:
        """Hand over what comes over the cable from now on."""
        self._now = self._heard = 0

        def hear(event: DeviceEvent) -> None:
            if isinstance(event, DiceRolled):
                self._heard += 1
                driver.kept(event.series, event.serial, self._now)
                hand_over(event)

        driver = RollerDriver(hear, 0, {})
        self._roller.plug_into(driver)

    def throw(self, values: Sequence[int | None], at: int) -> None:
        """Throw, and let the cable carry it."""
        self._now = max(self._now, at)
        self._roller.advance(self._now)
        before = self._heard
        self._roller.throw(tuple(values), self._now)
        for _ in range(MOST_STEPS):
            if self._heard > before:
                return
            assert self._roller.due is not None
            self._now = max(self._now, self._roller.due)
            self._roller.advance(self._now)
        raise AssertionError("the throw does not come over the cable")


def play_with_serial_roller(name: str, deeds: Sequence[Deed], random: Random) -> list[Ruling]:
    """Do the same things at a table whose dice are on a cable."""
    dice = VirtualTable(name, PLAYERS).rules.dice.count
    table = VirtualTable(name, PLAYERS, wood=PERFECT_WOOD, roller=SerialRoller(dice, random))
    for deed in deeds:
        deed.at(table)
    table.close()
    return table.rulings
