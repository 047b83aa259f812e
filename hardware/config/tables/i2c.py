"""The place of a device on I2C: settings that all such drivers share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
from hardware.config.declare import Setting
from hardware.config.kinds import whole_number

FIRST, LAST = 0x08, 0x77
"""The addresses that devices may have; the others mean something else on the bus."""

ON_THE_HEADER = (0, 1)
"""The buses on GPIO0 to GPIO3, which ``i2c`` in ``[gpio]`` is about."""


@frozen_dataclass
class I2cPlace:
    """A bus and an address on it."""

    bus: int
    address: int

    @property
    def path(self) -> str:
        """The file of the bus."""
        return f"/dev/i2c-{self.bus}"

    def __str__(self) -> str:
        return tr("address {address} of {path}", address=f"{self.address:#x}", path=self.path)


class OnI2c:
    """A table with the keys ``bus`` and ``address``: its device has an address of its own.

    ``addresses`` are those that it can be set to, ``as_sold`` those that it has when bought. One
    that answers there may be proposed.
    """

    __slots__ = ()
    bus: int
    address: int
    addresses: ClassVar[tuple[int, ...]]
    as_sold: ClassVar[tuple[int, ...]]
    libraries: ClassVar[tuple[str, ...]] = ("smbus2",)
    may_be_proposed: ClassVar[bool] = True

    @property
    def place(self) -> I2cPlace:
        """Where it is."""
        return I2cPlace(self.bus, self.address)

    @classmethod
    def place_in(cls, values: Mapping[str, Any]) -> I2cPlace | None:
        """Return the place that these values name, if they could be read."""
        bus, address = values.get("bus"), values.get("address")
        return None if bus is None or address is None else I2cPlace(bus, address)


I2C_BUS = Setting(
    "bus", whole_number(0, 99), message("the I2C bus, the 1 of `/dev/i2c-1`"), default=1
)


def i2c_address(usual: int) -> Setting:
    """Return the setting of the address of a device that usually has this one."""
    return Setting(
        "address",
        whole_number(FIRST, LAST),
        message("its address on the bus, which `i2cdetect -y 1` shows; may be written like `0x3c`"),
        default=usual,
        default_says=f"`{usual:#x}`",
        hexadecimal=True,
    )
