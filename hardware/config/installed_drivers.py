"""Find the driver that a name in box.toml means: one of boxctl's, or one of another package.

A package offers a driver as an entry point of a group of :data:`GROUPS`, whose name is that of the
driver and whose object is its :class:`~hardware.config.declare.Driver`. Packages are looked through
only for a name that boxctl does not have, and nothing is imported but the driver of that name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundwork.language import all_of, tr
from hardware.config.declare import INTERFACE, Driver, Table
from hardware.config.device_table import DisplayTable, DrivenLampTable, RollerTable, device_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
