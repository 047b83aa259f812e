"""A box with Bluetooth dice, and the hands that roll them, in time that jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from bumble.link import LocalLink

from hardware.config.tables.bluetooth_dice import NamedDie
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled
from hardware.dice.bluetooth.dice_set import DiceSet
from hardware.dice.bluetooth.reports import DieProtocol
from tests.support.bluetooth.jumping_loop import JumpingLoop, run_jumping
from tests.support.bluetooth.virtual_dice import VirtualDie, VirtualRadio

COLOURS = ("red", "green", "blue", "yellow")


class MakersDice(Protocol):
    """How dice of one maker speak, written a second time: what :class:`DieProtocol` reads."""

    @property
    def protocol(self) -> DieProtocol: ...

    def name(self, number: int) -> str: ...
    def moving(self) -> bytes: ...
    def rolled(self, face: int) -> bytes: ...
    def cocked(self, face: int) -> bytes: ...
    def put_down(self, face: int) -> bytes: ...
    def impossible(self) -> bytes: ...
    def battery(self, percent: int) -> bytes: ...
    def answer(self, percent: int, told: bytes) -> bytes | None: ...


def address(number: int) -> str:
    """The address of a die of this evening, from 0."""
    return f"F0:00:00:00:01:{number:02X}"


class DiceEvening:
    """A set of dice of one maker, the box that it belongs to, and what the box hands over."""

    def __init__(self, loop: JumpingLoop, maker: MakersDice, count: int) -> None:
        self.loop = loop
        self.maker = maker
        self.link = LocalLink()  # type: ignore[no-untyped-call]
        self.percent = [80] * count
        self.dice = [self._die(number) for number in range(count)]
        self.radio = VirtualRadio(self.link)
        self.events: list[DeviceEvent] = []
        named = [NamedDie(COLOURS[number], address(number)) for number in range(count)]
        self.set = DiceSet(maker.protocol, named, self.radio, loop.clock, self.events.append)
        self._running: asyncio.Task[None] | None = None

    def _die(self, number: int) -> VirtualDie:
        return VirtualDie(
            self.link,
            address(number),
            self.maker.name(number),
            self.maker.protocol.uses,
            lambda told: self.maker.answer(self.percent[number], told),
        )

    async def begin(self) -> None:
        """Wake all dice and have the box look for them; return when it has found them."""
        for die in self.dice:
            await die.wake()
        self._running = asyncio.ensure_future(self.set.run())
        await self.until(lambda: any(isinstance(e, DeviceBack) for e in self.events))

    async def end(self) -> None:
        """Switch the box off."""
        assert self._running is not None
        self._running.cancel()
        await asyncio.wait([self._running])

    async def until(self, true: Callable[[], bool], seconds: float = 300.0) -> None:
        """Let time go by until this is so; it must be within so many seconds."""
        end = self.loop.time() + seconds
        while not true():
            assert self.loop.time() < end, f"waited for nothing; so far: {self.events}"
            await asyncio.sleep(0.05)

    async def roll(self, number: int, face: int) -> None:
        """Roll a die."""
        await self.dice[number].say(self.maker.moving())
        await asyncio.sleep(1.2)
        await self.dice[number].say(self.maker.rolled(face))

    async def roll_all(self, faces: Sequence[int]) -> None:
        """Roll dice together."""
        await asyncio.gather(*(self.roll(number, face) for number, face in enumerate(faces)))

    async def pass_time(self, seconds: float) -> None:
        """Let so much time go by."""
        await asyncio.sleep(seconds)

    @property
    def throws(self) -> list[tuple[int | None, ...]]:
        """What the box took as throws, in order."""
        return [event.values for event in self.events if isinstance(event, DiceRolled)]

    @property
    def troubles(self) -> list[str]:
        """What was said of the roller: why it is lost; empty where it is back."""
        return [
            event.why if isinstance(event, DeviceLost) else ""
            for event in self.events
            if isinstance(event, DeviceLost)
            or (isinstance(event, DeviceBack) and event.board is not None)
        ]

    @property
    def warnings(self) -> list[str]:
        """What was told of dice that still work."""
        return [e.what for e in self.events if isinstance(e, DeviceBack) and e.board is None]


def evening(
    maker: MakersDice,
    play: Callable[[DiceEvening], Coroutine[Any, Any, None]],
    dice: int = 2,
) -> DiceEvening:
    """Let this be played with so many dice, from the moment that all are found."""
    loop = JumpingLoop()

    async def all_of_it() -> DiceEvening:
        begun = DiceEvening(loop, maker, dice)
        await begun.begin()
        await play(begun)
        await begun.end()
        return begun

    return run_jumping(all_of_it(), loop)
