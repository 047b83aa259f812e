"""Python and the libraries that the box needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boxctl.doctor.check_result import CheckResult, bad, doubtful, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import uses_pins
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.buses import libraries_missing
from hardware.config.box_file import TABLES, BoxFile
from hardware.config.device_table import DeviceTable
from hardware.config.installed_drivers import shadowed_names
from hardware.gpio.lines import PINS, other_factory
from hardware.gpio.lines import libraries_missing as pin_libraries_missing

OLDEST = (3, 11)
"""The oldest Python that boxctl runs on."""

PIN_LIBRARIES = ("gpiozero", PINS)
"""What boxctl's own pin factory imports; another one has its own libraries."""


def check_python(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check the version of Python, and the libraries of the devices that box.toml names."""
    version = ".".join(map(str, machine.python))
    if machine.python < OLDEST:
        yield bad(
            "python",
            Fault(
                "BX901",
                tr(
                    "this is Python {version}, and boxctl needs {oldest} or newer; install it, "
                    "then run make install in boxctl's checkout",
                    version=version,
                    oldest=".".join(map(str, OLDEST)),
                ),
            ),
        )
    else:
        yield good("python", tr("Python {version}", version=version))
    if box_file is None:
        return
    if uses_pins(box_file):
        wanted = PIN_LIBRARIES if other_factory() is None else PIN_LIBRARIES[:1]
        if (why := _first_problem(machine, wanted)) is not None:
            yield bad("libraries", pin_libraries_missing(why))
        else:
            yield good("libraries", tr("the libraries of the pins are installed"))
    yield from _never_chosen()
    for kind in dict.fromkeys(type(device) for device in box_file.devices()):
        if kind.libraries:
            yield _libraries_of(machine, kind)
    for device in box_file.devices():
        try:
            if device.opens:
                device.opener  # noqa: B018 - it is imported to see whether it can be.
        except Fault as fault:
            yield bad("libraries", fault)


def _never_chosen() -> Iterator[CheckResult]:
    """Yield the drivers of other packages whose name boxctl has itself."""
    for table in TABLES:
        for name, package in shadowed_names(table).items():
            says = tr(
                "the package {package} offers a driver {name}, which boxctl has itself: that of "
                "the package is never used, and needs another name",
                package=package,
                name=name,
            )
            yield doubtful("libraries", "BX325", says)


def _libraries_of(machine: Machine, device: type[DeviceTable]) -> CheckResult:
    if (why := _first_problem(machine, device.libraries)) is not None:
        return bad("libraries", libraries_missing(device, why))
    return good("libraries", tr("the libraries for {what} are installed", what=tr(device.what)))


def _first_problem(machine: Machine, modules: Iterable[str]) -> str | None:
    """Return why the first of these modules that cannot be imported cannot; None if all can."""
    whys = (machine.why_no_import(name) for name in modules)
    return next((why for why in whys if why is not None), None)
