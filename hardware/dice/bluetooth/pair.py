"""Find the dice of a box: people shake them one after the other, and each lights up in its colour.

Every die of the maker that is in range is connected meanwhile, and let go of at the end. Those of
another box that is switched on talk to that one, and are not heard here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.tables.bluetooth_dice import COLOURS, NamedDie
from hardware.dice.bluetooth.dice_set import DARK, LISTENS_S, radio_off
from hardware.dice.bluetooth.radio import Advert, Connection, Radio, RadioOff
from hardware.dice.bluetooth.reports import DieProtocol, Moving

TOGETHER_S: Final = 1.0
"""Two dice that move within so many seconds were shaken together, by one hand or by two."""

MOST_NEARBY: Final = 8
"""So many dice are connected at a time; radios have room for hardly more."""


class DicePairing:
    """One pairing, of the dice of one maker. All is for one asyncio loop, whose time it takes.

    ``ask`` is called with each colour when a die for it is to be shaken, ``say`` with a sentence
    if that did not work.
    """

    def __init__(
        self,
        protocol: DieProtocol,
        radio: Radio,
        ask: Callable[[str], object],
        say: Callable[[str], object],
    ) -> None:
        self._protocol = protocol
        self._radio = radio
        self._ask = ask
        self._say = say
        self._nearby: dict[str, Connection] = {}
        self._moved: asyncio.Queue[str] = asyncio.Queue()

    async def run(self, colours: Sequence[str], patience_s: float) -> tuple[NamedDie, ...]:
        """Return a die for each of these colours, in order.

        Raises :class:`Fault` BX433 if there is no radio, BX440 if a die is not shaken for so many
        seconds.
        """
        seeking = asyncio.ensure_future(self._seek())
        choosing = asyncio.ensure_future(self._choose(colours, patience_s))
        try:
            await asyncio.wait([seeking, choosing], return_when=asyncio.FIRST_COMPLETED)
            if seeking.done():
                raise seeking.exception() or AssertionError("the search for dice has ended")
            return choosing.result()
        finally:
            for task in (seeking, choosing):
                task.cancel()
            await asyncio.wait([seeking, choosing])
            for connection in list(self._nearby.values()):
                with suppress(OSError):
                    await connection.write(self._protocol.glow(DARK))
                await connection.close()

    async def _choose(self, colours: Sequence[str], patience_s: float) -> tuple[NamedDie, ...]:
        chosen: dict[str, NamedDie] = {}
        for colour in colours:
            self._ask(colour)
            try:
                address = await asyncio.wait_for(self._shaken(chosen), patience_s)
            except TimeoutError:
                raise Fault(
                    "BX440",
                    tr(
                        "no die of {maker} was shaken near the box within {seconds} seconds; close "
                        "the maker's app on every phone, charge the die, and set up again",
                        maker=self._protocol.name,
                        seconds=round(patience_s),
                    ),
                ) from None
            chosen[address] = NamedDie(colour, address)
        return tuple(chosen.values())

    async def _shaken(self, chosen: dict[str, NamedDie]) -> str:
        """Return the next die that is shaken alone, and shines now in the colour that is next."""
        colour = COLOURS[list(COLOURS)[len(chosen)]]
        while True:
            first = await self._next(chosen)
            others = {first}
            with suppress(TimeoutError):
                async with asyncio.timeout(TOGETHER_S):
                    while True:
                        others.add(await self._next(chosen))
            if len(others) > 1:
                self._say(
                    str(
                        Fault(
                            "BX439",
                            tr(
                                "two dice were moved at once; shake one alone, and leave those "
                                "of other people in peace meanwhile"
                            ),
                        )
                    )
                )
                continue
            with suppress(OSError, KeyError):
                await self._nearby[first].write(self._protocol.glow(colour))
                return first

    async def _next(self, chosen: dict[str, NamedDie]) -> str:
        while (moved := await self._moved.get()) in chosen:
            pass
        return moved

    async def _seek(self) -> None:
        while True:
            try:
                await self._connect_one()
            except RadioOff as error:
                raise radio_off(error) from error
            except (OSError, TimeoutError):
                await asyncio.sleep(TOGETHER_S)

    async def _connect_one(self) -> None:
        if len(self._nearby) >= MOST_NEARBY:
            await asyncio.sleep(LISTENS_S)
            return
        found: list[Advert] = []

        def heard(advert: Advert) -> bool:
            if self._protocol.is_die(advert) and advert.address not in self._nearby:
                found.append(advert)
            return bool(found)

        await self._radio.listen(heard, LISTENS_S)
        if found:
            address = found[0].address
            connection = await self._radio.connect(
                address,
                self._protocol.uses,
                lambda message: self._hear(address, message),
                lambda: self._nearby.pop(address, None),
            )
            self._nearby[address] = connection
            await connection.write(self._protocol.glow(DARK))

    def _hear(self, address: str, message: bytes) -> None:
        if isinstance(self._protocol.read(message), Moving):
            self._moved.put_nowait(address)
