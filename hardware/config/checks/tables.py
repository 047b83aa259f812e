"""The values found in a box.toml, and contradictions within a table.

Each table of a device is asked whether its values go together; ``[mqtt]`` is checked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.declare import Driver
from hardware.config.device_table import (
    BusPlace,
    DeviceTable,
    DisplayTable,
    UnusableDriver,
    device_of,
)
from hardware.config.pins import AUTO, ChipName

KeyPath = tuple[str, ...]
"""The place of a key in the file: its tables, and its name."""


class PlacedTable(NamedTuple):
    """A table whose device is on a bus: its name in the file, its class, and where it is."""

    name: str
    device: type[DeviceTable]
    place: BusPlace


@frozen_dataclass
class RawTables:
    """For each table the values of its settings that could be read, defaults included.

    An optional table that the file does not have is empty; a value that could not be read is
    missing. The tables of ``[[lamps]]`` are ``lamps[1]``, ``lamps[2]`` and so on. ``drivers`` has
    the driver of each table.
    """

    values: Mapping[str, Mapping[str, Any]]
    drivers: Mapping[str, Driver]

    def of(self, name: str) -> Mapping[str, Any]:
        """Return the values of this table; none if it is not there."""
        return self.values.get(name, {})

    def lamps(self) -> list[str]:
        """Return the names of the tables of lamps: ``lamps``, or ``lamps[1]`` and so on."""
        return places_of("lamps", self.values)

    def devices(self) -> Iterator[tuple[str, type[DeviceTable]]]:
        """Yield each table of a device with a driver of its own, with the device's class."""
        for name, driver in self.drivers.items():
            if (device := device_of(driver)) is not None:
                yield name, device

    def placed(self) -> Iterator[PlacedTable]:
        """Yield each table of a device on a bus whose place could be read."""
        for name, device in self.devices():
            if (place := device.place_in(self.of(name))) is not None:
                yield PlacedTable(name, device, place)

    def read(self, name: str) -> Any:
        """Return the typed table, if every value of it could be read; None otherwise."""
        driver = self.drivers[name]
        values = {key: value for key, value in self.of(name).items() if key != "driver"}
        return driver.make(**values) if len(values) == len(driver.settings) else None


@frozen_dataclass
class Contradiction:
    """A problem at ``path``; ``others`` are the places that it contradicts."""

    code: str
    path: KeyPath
    sentence: str
    cure: str
    others: tuple[KeyPath, ...] = ()


def places_of(table: str, found: Iterable[str]) -> list[str]:
    """Return the places of this table, one or several, in the order of the file."""
    return [name for name in found if name.partition("[")[0] == table]


def default_chip(found: RawTables) -> ChipName:
    """Return the chip that a pin without one is on; that of the header if it could not be read."""
    chip: ChipName = found.of("gpio").get("chip", AUTO)
    return chip


URL, PASSWORD, PASSWORD_FILE = ("mqtt", "url"), ("mqtt", "password"), ("mqtt", "password_file")
CA_FILE = ("mqtt", "ca_file")
CODE = "BX322"


def device_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield the faults that each table of a device finds in itself, and drivers that cannot look.

    Everything that is asked of a table without its device is asked here once, so that nothing else
    meets a driver of another package that fails.
    """
    tiles = found.of("box").get("tiles")
    if tiles is None:
        return
    for name, _device in found.devices():
        path = (name, "driver")
        try:
            table = found.read(name)
            wrong = [] if table is None else list(table.misfits(tiles))
            if table is not None and not wrong:
                table.wiring(tiles)
                if isinstance(table, DisplayTable):
                    table.face  # noqa: B018 - it is worked out to see whether it can be.
        except Exception as error:  # noqa: BLE001 - a driver of somebody else may raise anything.
            driver = found.drivers[name]
            failed = UnusableDriver(driver.name, f"{type(error).__name__}: {error}")
            yield Contradiction("BX325", path, failed.sentence, failed.cure)
        else:
            for each in wrong:
                yield Contradiction("BX319", path, each.sentence, each.cure)


def mqtt_contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield settings of the broker that contradict each other."""
    values = found.of("mqtt")
    url = values.get("url")
    inline, in_file = values.get("password") is not None, values.get("password_file") is not None
    if inline and in_file:
        yield Contradiction(
            CODE,
            PASSWORD,
            tr("there are two passwords, here and in a file"),
            tr("leave one of them out"),
            (PASSWORD_FILE,),
        )
    if url is None:
        return
    if (inline or in_file) and url.user is None:
        yield Contradiction(
            CODE,
            PASSWORD if inline else PASSWORD_FILE,
            tr("there is a password, but nobody logs in with it"),
            tr("name the user in url, as in mqtt://ann@broker.local"),
            (URL,),
        )
    if values.get("ca_file") is not None and not url.is_encrypted:
        yield Contradiction(
            CODE,
            CA_FILE,
            tr("nothing is encrypted here, so no certificate is looked at"),
            tr("write mqtts:// in url, or leave ca_file out"),
            (URL,),
        )
