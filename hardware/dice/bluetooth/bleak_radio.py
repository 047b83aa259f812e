"""The radio of this machine, by bleak: BlueZ on Linux."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from bleak import BleakClient, BleakScanner
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from bleak.exc import BleakBluetoothNotAvailableError, BleakDBusError, BleakError

from groundwork.language import tr
from hardware.dice.bluetooth.radio import Advert, Characteristics, Connection, RadioOff

CONNECTS_WITHIN_S = 10.0
"""How long a die that was heard may take to be connected, in seconds."""

OFF = ("org.bluez.Error.NotReady", "org.freedesktop.DBus.Error.ServiceUnknown")
"""The errors of BlueZ that say that there is no radio that is switched on."""


class BleakRadio:
    """Uses the default radio; see :class:`~hardware.dice.bluetooth.radio.Radio`."""

    def __init__(self) -> None:
        self._heard: dict[str, BLEDevice] = {}

    async def listen(self, heard: Callable[[Advert], bool], seconds: float) -> None:
        """Scan until ``heard`` returns true or the time is over."""
        enough = asyncio.Event()

        def detected(device: BLEDevice, data: AdvertisementData) -> None:
            self._heard[device.address.upper()] = device
            name = data.local_name or device.name or ""
            services = frozenset(uuid.lower() for uuid in data.service_uuids)
            if heard(Advert(device.address.upper(), name, data.rssi, services)):
                enough.set()

        with _as_os_errors():
            async with BleakScanner(detected):
                with suppress(TimeoutError):
                    await asyncio.wait_for(enough.wait(), seconds)

    async def connect(
        self,
        address: str,
        uses: Characteristics,
        said: Callable[[bytes], object],
        lost: Callable[[], object],
    ) -> Connection:
        """Connect a die that :meth:`listen` has heard."""

        def disconnected(_client: BleakClient) -> None:
            lost()

        def notified(_characteristic: object, data: bytearray) -> None:
            said(bytes(data))

        client = BleakClient(self._heard[address], disconnected, timeout=CONNECTS_WITHIN_S)
        with _as_os_errors():
            await client.connect()
            try:
                await client.start_notify(uses.notify, notified)
            except BaseException:
                await client.disconnect()
                raise
        return _BleakConnection(client, uses.write)


class _BleakConnection:
    def __init__(self, client: BleakClient, write: str) -> None:
        self._client = client
        self._write = write

    async def write(self, message: bytes) -> None:
        with _as_os_errors():
            await self._client.write_gatt_char(self._write, message)

    async def close(self) -> None:
        with suppress(BleakError, OSError, EOFError, TimeoutError):
            await self._client.disconnect()


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Raise every failure of bleak as an OSError."""
    try:
        yield
    except BleakBluetoothNotAvailableError as error:
        raise RadioOff(str(error)) from error
    except BleakDBusError as error:
        kind = RadioOff if error.dbus_error in OFF else OSError
        raise kind(str(error)) from error
    except FileNotFoundError as error:  # There is no D-Bus, so there is no BlueZ.
        raise RadioOff(tr("BlueZ does not run here")) from error
    except (BleakError, EOFError) as error:
        raise OSError(str(error)) from error
