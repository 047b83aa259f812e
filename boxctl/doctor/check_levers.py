"""Check the lines of the box on gpiochips, and the wear of contacts and of the roller's wire.

Wear shows in the journal of the last months.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from boxctl.audit.device_audit import audit_devices
from boxctl.doctor.check import CheckResult, Machine, bad, doubtful, good, pins_used, uses_pins
from boxctl.monitor.audit_words import wear_sentences
from boxctl.table.check_rules import name_of
from groundwork.faults import Fault
from groundwork.language import tr, tr_n
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


def check_wear(machine: Machine, box_file: BoxFile | None, journal: Path) -> Iterator[CheckResult]:
    """Check whether a contact or the roller's wire gets worse; silent without a box or a record."""
    file = machine.at(journal) if journal.is_absolute() else journal
    if box_file is None or not os.path.lexists(file):
        return
    try:
        audit = audit_devices(file, name_of(box_file))
    except Fault:
        return  # check_journal says so.
    if audit is None or not audit.matches:
        return
    worn = list(wear_sentences(audit))
    yield from (doubtful("wear", code, sentence) for code, sentence in worn)
    if not worn:
        yield good(
            "wear",
            tr_n(
                "no contact has become worse in {count} match",
                "no contact has become worse in {count} matches",
                audit.matches,
                count=audit.matches,
            ),
        )
