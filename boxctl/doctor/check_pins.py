"""The gpiochips whose lines the box uses, and who has these lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from boxctl.doctor.check_result import CheckResult, bad, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import pins_used, uses_pins
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.gpio.lines import (
    PINS,
    GpioLine,
    GpioLines,
    held_line,
    other_factory,
    user_of_line,
)


def check_pins(
    machine: Machine, box_file: BoxFile | None, *, is_running: bool
) -> Iterator[CheckResult]:
    """Check that each line is there, that this user may have it, and that nobody else has it.

    ``is_running`` says that the box is being played: then it has the lines itself. Opens no line.
    """
    if box_file is None or not uses_pins(box_file) or other_factory() is not None:
        return
    if machine.why_no_import(PINS) is not None:
        return  # check_python says so.
    from hardware.gpio.gpiod_chips import CONSUMER, GpiodChips

    with ExitStack() as closing:
        chips = GpiodChips(closing, look=machine.chips, asked_user=machine.user_of_line)
        lines = GpioLines(chips, box_file.gpio.chip)
        try:
            found = [lines.line(pin, what) for pin, what in pins_used(box_file)]
        except Fault as fault:
            yield bad("pins", fault)
            return
        held = _held_by(found, CONSUMER if is_running else None)
    yield from (bad("pins", held_line(line, user)) for user, line in held.items())
    if not held:
        names = ", ".join(dict.fromkeys(str(line.chip.chip) for line in found))
        yield good("pins", tr("this user may use {chips}", chips=names))


def _held_by(lines: list[GpioLine], but: str | None) -> dict[str, GpioLine]:
    """Return the first line of each user of any of these lines, ``but`` of one that may."""
    held: dict[str, GpioLine] = {}
    for line in lines:
        user = user_of_line(line)
        if user is not None and user != but:
            held.setdefault(user, line)
    return held
