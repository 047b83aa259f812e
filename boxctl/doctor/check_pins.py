"""The gpiochips whose lines the box uses."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, bad, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import chips_of_pins, uses_pins
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.gpio.lines import PINS


def check_pins(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that each chip is there and this user may open it. Opens no line."""
    if box_file is None or not uses_pins(box_file) or box_file.gpio.factory != "gpiod":
        return
    if machine.why_no_import(PINS) is not None:
        return  # check_python says so.
    from hardware.gpio.gpiod_chips import chip_named, chips_to_find

    try:
        present = chips_to_find(machine.chips)
        found = [chip_named(name, present) for name in chips_of_pins(box_file)]
    except Fault as fault:
        yield bad("pins", fault)
    else:
        names = ", ".join(map(str, dict.fromkeys(found)))
        yield good("pins", tr("this user may use {chips}", chips=names))
