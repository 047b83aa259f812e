"""What a driver declares of its device: the typed table of box.toml that its settings make.

The check of box.toml, the doctor, the set-up and the wiring sheet ask these tables, and none of
them knows a driver by name. A table of a device on a bus also inherits from
:class:`~hardware.config.tables.spi.OnSpi` or :class:`~hardware.config.tables.i2c.OnI2c`.

A package offers a driver as an entry point of a group of :data:`GROUPS`, whose name is that of the
driver and whose object is its :class:`~hardware.config.declare.Driver`. Packages are looked through
only for a name that boxctl does not have, and nothing is imported but the driver of that name; the
set-up alone looks at all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, message, tr
from hardware.config.bus_wiring import BusWiring
from hardware.config.declare import INTERFACE, Driver, Table
from hardware.config.tables.i2c import I2cPlace
from hardware.config.tables.spi import SpiPlace
from hardware.devices import Face

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BusPlace = SpiPlace | I2cPlace


@frozen_dataclass
class Misfit:
    """Something wrong with a table that no single key tells: a sentence and its cure."""

    sentence: str
    cure: str


class DeviceTable:
    """A table of box.toml, read: the device that it describes.

    ``table`` is its name in box.toml, ``what`` the device in words. ``opens`` is the function that
    opens it, as ``module:function``: the module is imported when the device is opened, and not
    before; empty if the device is opened with the tiles. ``libraries`` are modules that it then
    imports; boxctl's ``extra`` installs them. ``model`` is what is printed on its chip, in small
    letters. The set-up may propose a device that ``may_be_proposed``: on I2C if it answers, on SPI
    if there is a bus.
    """

    __slots__ = ()
    table: ClassVar[str]
    what: ClassVar[str]
    opens: ClassVar[str] = ""
    libraries: ClassVar[tuple[str, ...]] = ()
    extra: ClassVar[str] = "display"
    model: ClassVar[str] = ""
    may_be_proposed: ClassVar[bool] = False

    @property
    def place(self) -> BusPlace | None:
        """Where it is; None if it is on no bus."""
        return None

    @classmethod
    def place_in(cls, values: Mapping[str, Any]) -> BusPlace | None:
        """Return the place that these values name; None if they could not be read."""
        return None

    def misfits(self, tiles: int) -> Iterator[Misfit]:
        """Yield the faults of its values together, on a box of so many tiles (BX319)."""
        yield from ()

    def wiring(self, tiles: int) -> BusWiring | None:
        """Return how it is wired on a box of so many tiles; None if there is nothing to wire."""
        return None

    @property
    def opener(self) -> Callable[..., Any]:
        """The function that ``opens`` names. Raises :class:`Fault` BX425."""
        from pkgutil import resolve_name

        try:
            opener: Callable[..., Any] = resolve_name(self.opens)
        except (Exception, SystemExit) as error:  # The module of somebody else may raise anything.
            raise Fault(
                "BX425",
                tr(
                    "the driver of [{table}] cannot be imported from {module} ({why}); install "
                    "its package again, or name another driver",
                    table=self.table,
                    module=self.opens,
                    why=str(error) or type(error).__name__,
                ),
            ) from error
        return opener


def device_of(driver: Driver) -> type[DeviceTable] | None:
    """Return the class of the tables that this driver makes; None if it declares no device."""
    made = driver.make
    return made if isinstance(made, type) and issubclass(made, DeviceTable) else None


class DrivenLampTable(DeviceTable):
    """A table ``[lamps]`` whose driver is its own, not that of the tiles.

    ``opens(table, tiles, machine)`` takes how many tiles the lamps are for and a
    :class:`hardware.lamps.retry.LampMachine`, and returns a
    :class:`hardware.lamps.retry.DrivenLamps`. ``tiles`` None is every tile of the box.
    """

    __slots__ = ()
    table = "lamps"
    what = message("the lamps")
    tiles: tuple[int, ...] | None

    def numbers(self, tiles: int) -> tuple[int, ...]:
        """Return the tiles that have these lamps, on a box of so many."""
        return self.tiles or tuple(range(1, tiles + 1))


class DisplayTable(DeviceTable):
    """A table ``[display]``.

    ``opens(table, buses, closing)`` takes the :class:`hardware.buses.Buses` and an ExitStack that
    closes the display, and returns a function that shows lines. Both may wait and raise OSError.
    """

    __slots__ = ()
    table = "display"
    what = message("the display")

    @property
    def face(self) -> Face:
        """What the display can show."""
        raise NotImplementedError


class RollerTable(DeviceTable):
    """A table ``[roller]``.

    ``opens(table, machine)`` takes a :class:`hardware.dice.open.DiceMachine` and returns a
    :class:`hardware.dice.open.Roller`. ``entered``: people can enter what the dice show, whatever
    else reads them.
    """

    __slots__ = ()
    table = "roller"
    what = message("the dice")
    entered: ClassVar[bool] = False

    def in_words(self, dice: str) -> str:
        """Say how these dice, in words, are thrown."""
        return dice


GROUPS = {"lamps": "boxctl.lamps", "display": "boxctl.displays", "roller": "boxctl.dice"}
"""The group of entry points that has the drivers of each table."""

BASES = {"lamps": DrivenLampTable, "display": DisplayTable, "roller": RollerTable}
"""The class that the tables of these drivers inherit from."""


class UnusableDriver(Exception):
    """A driver of another package cannot be used (BX325): a sentence, and its cure."""

    def __init__(self, name: str, why: str) -> None:
        self.sentence = tr("the driver {name} cannot be used: {why}", name=name, why=why)
        self.cure = tr("install a newer version of its package, or name another driver")
        super().__init__(self.sentence)


def driver_named(table: Table, name: object) -> Driver | None:
    """Return the driver of this name; None if there is none.

    Raises :class:`UnusableDriver` if it is one of another package that cannot be used.
    """
    for driver in table.drivers:
        if driver.name == name:
            return driver
    if table.name not in GROUPS or not isinstance(name, str):
        return None
    offers = [offer for offer in _offers(table) if offer.name == name]
    if len({offer.value for offer in offers}) > 1:
        packages = all_of(sorted(map(package_of, offers)))
        raise UnusableDriver(name, tr("it is offered by {packages}", packages=packages))
    return _loaded(table, offers[0]) if offers else None


def installed_names(table: Table) -> dict[str, str]:
    """Return the drivers of other packages for this table, each with the name of its package."""
    built_in = {driver.name for driver in table.drivers}
    return {o.name: package_of(o) for o in _offers(table) if o.name not in built_in}


def installed_drivers(table: Table) -> Iterator[Driver]:
    """Yield the drivers of other packages for this table that can be used; this imports them."""
    for name in installed_names(table):
        with suppress(UnusableDriver):
            if (driver := driver_named(table, name)) is not None:
                yield driver


def shadowed_names(table: Table) -> dict[str, str]:
    """Return the drivers of other packages that nobody can choose: boxctl has one of that name."""
    built_in = {driver.name for driver in table.drivers}
    return {o.name: package_of(o) for o in _offers(table) if o.name in built_in}


def package_of(offer: EntryPoint) -> str:
    """Return the name of the package that offers this."""
    return offer.dist.name if offer.dist is not None else offer.value


def _offers(table: Table) -> list[EntryPoint]:
    from importlib.metadata import entry_points

    found = entry_points(group=GROUPS[table.name]) if table.name in GROUPS else ()
    return sorted(found, key=lambda offer: offer.name)


def _loaded(table: Table, offer: EntryPoint) -> Driver:
    package = package_of(offer)
    try:
        driver = offer.load()
    except (Exception, SystemExit) as error:  # The module of somebody else may raise anything.
        why = str(error) or type(error).__name__
        says = tr("{package} cannot be imported: {why}", package=package, why=why)
        raise UnusableDriver(offer.name, says) from error
    if not isinstance(driver, Driver):
        says = tr("{value} of {package} is no Driver", value=offer.value, package=package)
    elif driver.interface != INTERFACE:
        says = tr(
            "{package} is written for version {theirs} of boxctl's drivers, and this is {ours}",
            package=package,
            theirs=driver.interface,
            ours=INTERFACE,
        )
    elif driver.name != offer.name:
        says = tr('{package} names it "{name}" in its code', package=package, name=driver.name)
    elif (device := device_of(driver)) is None or not issubclass(device, BASES[table.name]):
        says = tr(
            "{package} makes a table of it that is no {kind}",
            package=package,
            kind=BASES[table.name].__name__,
        )
    elif not device.opens:
        says = tr("{package} does not say what opens it", package=package)
    else:
        return driver
    raise UnusableDriver(offer.name, says)
