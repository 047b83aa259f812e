"""A radio at the port for a program that runs in real time: the test speaks for its dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hardware.dice.bluetooth.radio import Advert, Characteristics, RadioOff


class LiveRadio:
    """The dice with these names are in range; :meth:`say` may be called from any thread."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.is_off = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._said: dict[str, Callable[[bytes], object]] = {}
        self._lost: dict[str, Callable[[], object]] = {}
        self.told: list[tuple[str, bytes]] = []

    async def listen(self, heard: Callable[[Advert], bool], seconds: float) -> None:
        """Hear every die at once; see :class:`~hardware.dice.bluetooth.radio.Radio`."""
        self._loop = asyncio.get_running_loop()
        if self.is_off:
            raise RadioOff("No powered Bluetooth adapters found")
        for address, name in self.names.items():
            if address not in self._said and heard(Advert(address, name, -50)):
                return
        await asyncio.sleep(seconds)

    async def connect(
        self,
        address: str,
        uses: Characteristics,
        said: Callable[[bytes], object],
        lost: Callable[[], object],
    ) -> LiveConnection:
        """Connect it; see :class:`~hardware.dice.bluetooth.radio.Radio`."""
        self._said[address] = said
        self._lost[address] = lost
        return LiveConnection(self, address)

    def say(self, address: str, *messages: bytes) -> None:
        """Have a die say these messages."""
        assert self._loop is not None
        for message in messages:
            self._loop.call_soon_threadsafe(self._said[address], message)

    def switch_off(self) -> None:
        """Switch Bluetooth off."""
        assert self._loop is not None
        self.is_off = True
        for address in list(self._said):
            del self._said[address]
            self._loop.call_soon_threadsafe(self._lost.pop(address))


class LiveConnection:
    """A die that is connected."""

    def __init__(self, radio: LiveRadio, address: str) -> None:
        self._radio = radio
        self._address = address

    async def write(self, message: bytes) -> None:
        """Keep what it is told."""
        self._radio.told.append((self._address, message))

    async def close(self) -> None:
        """Let go of it."""
