"""The supply and the heat of a Raspberry Pi."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, Soundness, doubtful, good
from boxctl.doctor.machine import Machine
from groundwork.language import tr

THROTTLED = ("vcgencmd", "get_throttled")
THROTTLED_FILE = "/sys/devices/platform/soc/soc:firmware/get_throttled"
TEMPERATURE_FILE = "/sys/class/thermal/thermal_zone0/temp"

UNDERVOLTAGE_NOW = 1 << 0
THROTTLED_NOW = 1 << 2 | 1 << 3
"""Slowed down, or at the soft limit of its temperature."""

UNDERVOLTAGE_SINCE_START = 1 << 16

TOO_HOT = 80_000
"""From this temperature on a Pi slows down, in thousandths of a degree Celsius."""


def check_power(machine: Machine) -> Iterator[CheckResult]:
    """Check undervoltage, throttling and temperature; nothing where the machine tells none."""
    bits = _throttled(machine)
    if bits is not None:
        yield _supply(bits)
    heat = _number(machine.text(TEMPERATURE_FILE), 10)
    slow = bits is not None and bool(bits & THROTTLED_NOW)
    if slow or (heat is not None and heat >= TOO_HOT):
        says = tr(
            "the processor is hot or slowed down ({degrees} °C), so edges are read late; give the "
            "box air, or the processor a heat sink",
            degrees="?" if heat is None else heat // 1000,
        )
        yield doubtful("heat", "BX906", says)
    elif heat is not None:
        yield good("heat", tr("the processor has {degrees} °C", degrees=heat // 1000))


def _supply(bits: int) -> CheckResult:
    cure = tr("take the supply of the Pi and a short, thick cable, and feed lamps separately")
    if bits & UNDERVOLTAGE_NOW:
        says = tr("the supply is too weak at this moment; {cure}", cure=cure)
        return CheckResult("supply", Soundness.BAD, says, "BX905")
    if bits & UNDERVOLTAGE_SINCE_START:
        says = tr("the supply has been too weak since the start; {cure}", cure=cure)
        return doubtful("supply", "BX905", says)
    return good("supply", tr("the supply has held since the start"))


def _throttled(machine: Machine) -> int | None:
    told = machine.run(THROTTLED)
    if told is not None and told.startswith("throttled="):
        return _number(told.removeprefix("throttled="), 16)
    return _number(machine.text(THROTTLED_FILE), 16)


def _number(text: str | None, base: int) -> int | None:
    try:
        return None if text is None else int(text, base)
    except ValueError:
        return None
