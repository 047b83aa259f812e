"""The board on a cable: its port, who has it, its firmware and its dice."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from boxctl.doctor.check_result import CheckResult, bad, doubtful, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import board_port
from boxctl.table.check_rules import rules_of
from boxctl.table.throws.place_of_rules import place_of_dice
from boxctl.table.throws.roller_fit import RollerFit
from firmware_bridge.port.find_port import AUTO
from firmware_bridge.port.port_faults import port_fault, port_in_use
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.roller import SerialTable, UsbRollerTable
from hardware.devices import ROLLER, DeviceBack, no_button
from hardware.dice.serial_roller import dice_of

FIRMWARE = 0x0102
"""The firmware that comes with this boxctl: major times 256, plus minor."""


def check_port(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check the port, and ask the board who it is unless another program has it.

    Asking restarts most boards.
    """
    asked = None if box_file is None else board_port(box_file)
    if box_file is None or asked is None:
        return
    port, baud = asked
    if port != AUTO:
        file = machine.at(port)
        try:
            # By-id names are links.
            where = file.resolve(strict=True)
        except OSError:
            yield bad("port", port_fault(port, _error(errno.ENOENT)))
            return
        if not machine.may_use(where):
            yield bad("port", port_fault(port, _error(errno.EACCES)))
            return
        if (holder := _holder(machine, where)) is not None:
            yield _held(machine, port, holder)
            return
    try:
        hello = machine.say_hello(port, baud)
    except Fault as fault:
        yield bad("board", fault)
        return
    yield from _board(box_file, port, hello)


def _board(box_file: BoxFile, port: str, hello: Hello) -> Iterator[CheckResult]:
    major, minor = divmod(hello.firmware, 256)
    if hello.firmware < FIRMWARE:
        says = tr(
            'the firmware of "{name}" on {port} is {has}, and this boxctl comes with {newest}; '
            "flash it: boxctl firmware flash",
            name=hello.name,
            port=port,
            has=f"{major}.{minor}",
            newest=".".join(map(str, divmod(FIRMWARE, 256))),
        )
        yield doubtful("board", "BX902", says)
    else:
        says = tr(
            '"{name}" on {port} answers, firmware {has}',
            name=hello.name,
            port=port,
            has=f"{major}.{minor}",
        )
        yield good("board", says)
    if isinstance(box_file.roller, SerialTable | UsbRollerTable):
        fit = RollerFit(rules_of(box_file.rules), no_button, lambda _rules: place_of_dice(box_file))
        fit.roller_back(DeviceBack(0, ROLLER, hello.name, dice=dice_of(hello)))
        if (misfit := fit.misfit) is not None:
            yield bad("dice", misfit)
        else:
            yield good("dice", tr("the roller has the dice that the rules want"))


def _held(machine: Machine, port: str, holder: int) -> CheckResult:
    command = machine.text(f"/proc/{holder}/cmdline") or ""
    if "boxctl" in command:
        says = tr(
            "{port} is used by the box that runs (process {holder})", port=port, holder=holder
        )
        return good("port", says)
    return bad("port", port_in_use(port, holder))


def _holder(machine: Machine, port: Path) -> int | None:
    """Return the process that the kernel knows to hold a lock on the port; None if nobody does."""
    found = port.stat()
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    for line in (machine.text("/proc/locks") or "").splitlines():
        match line.split():
            case [_, "FLOCK", _, _, pid, where, *_] if where == device and int(pid) > 0:
                return int(pid)
    return None


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
