"""The port to a Bluetooth radio: what dice need of GATT, and nothing else.

In life it is bleak (:mod:`~hardware.dice.bluetooth.bleak_radio`); in the tests, dice on a virtual
controller. Every failure is an OSError; a radio that is switched off is a :class:`RadioOff`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from groundwork.frozen_dataclass import frozen_dataclass


class RadioOff(OSError):
    """There is no Bluetooth radio that is switched on and may be used."""


@frozen_dataclass
class Advert:
    """An advertisement that was heard: who sent it, and how strong it came, in dBm."""

    address: str
    name: str
    dbm: int
    services: frozenset[str] = frozenset()


@frozen_dataclass
class Characteristics:
    """The UUIDs of a die's service, of what it tells by, and of what it is told by."""

    service: str
    notify: str
    write: str


class Connection(Protocol):
    """A die that is connected."""

    async def write(self, message: bytes) -> None:
        """Send it a message. Raises OSError."""

    async def close(self) -> None:
        """Let go of it. Never raises."""


class Radio(Protocol):
    """A radio, used by one asyncio loop."""

    async def listen(self, heard: Callable[[Advert], bool], seconds: float) -> None:
        """Pass on each advertisement until ``heard`` returns true or the time is over."""

    async def connect(
        self,
        address: str,
        uses: Characteristics,
        said: Callable[[bytes], object],
        lost: Callable[[], object],
    ) -> Connection:
        """Connect a die that was heard: ``said`` gets its messages, ``lost`` is called once."""
        ...
