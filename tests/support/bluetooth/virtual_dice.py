"""Dice and a radio for them on bumble's virtual controllers: real GATT, and no Bluetooth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData, BaseBumbleError
from bumble.device import Advertisement, Connection, Device, Peer
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport.common import AsyncPipeSink

from hardware.dice.bluetooth.radio import Advert, Characteristics, RadioOff

BOX = "F0:00:00:00:00:01"
MTU = 247
"""What BlueZ asks for: a message may be three bytes shorter."""


def _device(link: LocalLink, name: str, address: str) -> Device:
    controller = Controller(name, link=link)
    return Device(
        name=name, address=Address(address), host=Host(controller, AsyncPipeSink(controller))
    )


class VirtualDie:
    """A die that is heard by the name that it advertises, and tells what it is made to tell."""

    def __init__(
        self,
        link: LocalLink,
        address: str,
        name: str,
        uses: Characteristics,
        answer: Callable[[bytes], bytes | None],
        services: Sequence[str] = (),
    ) -> None:
        self.address = address
        self.told: list[bytes] = []
        self._answer = answer
        self._device = _device(link, name, address)
        self._notify = Characteristic(
            uses.notify, Characteristic.Properties.NOTIFY, Characteristic.READABLE, b""
        )
        write: Characteristic[bytes] = Characteristic(
            uses.write,
            Characteristic.Properties.WRITE | Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=self._written),
        )
        self._device.add_service(Service(UUID(uses.service), [self._notify, write]))
        self._device.advertising_data = bytes(
            AdvertisingData([(AdvertisingData.COMPLETE_LOCAL_NAME, name.encode())])
        )

    async def wake(self) -> None:
        """Switch it on: it advertises until it is connected, and again when that ends."""
        await self._device.power_on()
        await self._device.start_advertising(auto_restart=True)

    async def say(self, message: bytes) -> None:
        """Tell whoever is connected."""
        await self._device.notify_subscribers(self._notify, message)

    async def drop(self) -> None:
        """Lose the connection, as at the edge of its range."""
        for connection in list(self._device.connections.values()):
            await connection.disconnect()

    async def sleep(self) -> None:
        """Be heard no more until it wakes."""
        await self._device.stop_advertising()
        await self.drop()
        await self._device.stop_advertising()

    async def stir(self) -> None:
        """Be heard again after a sleep."""
        await self._device.start_advertising(auto_restart=True)

    @property
    def is_connected(self) -> bool:
        """Whether somebody is connected."""
        return bool(self._device.connections)

    async def _written(self, _connection: Connection, message: bytes) -> None:
        self.told.append(bytes(message))
        answer = self._answer(bytes(message))
        if answer is not None:
            await self.say(answer)


class VirtualRadio:
    """The radio of a box among such dice; ``is_off`` is its switch."""

    def __init__(self, link: LocalLink) -> None:
        self.is_off = False
        self.dbm: dict[str, int] = {}
        self._device = _device(link, "box", BOX)
        self._on = False

    async def listen(self, heard: Callable[[Advert], bool], seconds: float) -> None:
        """Scan; see :class:`~hardware.dice.bluetooth.radio.Radio`."""
        if self.is_off:
            raise RadioOff("No powered Bluetooth adapters found")
        if not self._on:
            await self._device.power_on()
            self._on = True
        enough = asyncio.Event()

        def detected(found: Advertisement) -> None:
            address = str(found.address).removesuffix("/P")
            name = found.data.get(AdvertisingData.COMPLETE_LOCAL_NAME)
            if heard(Advert(address, str(name or ""), self.dbm.get(address, -50))):
                enough.set()

        self._device.on("advertisement", detected)
        await self._device.start_scanning(filter_duplicates=False)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(enough.wait(), seconds)
        finally:
            self._device.remove_listener("advertisement", detected)
            await self._device.stop_scanning()

    async def connect(
        self,
        address: str,
        uses: Characteristics,
        said: Callable[[bytes], object],
        lost: Callable[[], object],
    ) -> _Connected:
        """Connect a die; see :class:`~hardware.dice.bluetooth.radio.Radio`."""
        try:
            connection = await self._device.connect(Address(address), timeout=10)
            connection.on("disconnection", lambda _reason: lost())
            peer = Peer(connection)
            await peer.request_mtu(MTU)
            await peer.discover_services()
            await peer.discover_characteristics()
            notify = peer.get_characteristics_by_uuid(UUID(uses.notify))[0]
            await notify.subscribe(lambda value: said(bytes(value)))
            return _Connected(connection, peer.get_characteristics_by_uuid(UUID(uses.write))[0])
        except (BaseBumbleError, IndexError) as error:
            raise OSError(str(error)) from error


class _Connected:
    def __init__(self, connection: Connection, write: Any) -> None:
        self._connection = connection
        self._write = write

    async def write(self, message: bytes) -> None:
        try:
            await self._write.write_value(message, with_response=True)
        except BaseBumbleError as error:
            raise OSError(str(error)) from error

    async def close(self) -> None:
        with suppress(BaseBumbleError):
            await self._connection.disconnect()
