"""The boards on cables: their ports, who has them, and who answers there."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from boxctl.doctor.check_boards import FITS, MetBoard, check_boards, no_such_board
from boxctl.doctor.check_result import CheckResult, Soundness, bad, doubtful, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import BoardUsed, boards_used
from firmware_bridge.port.find_port import AUTO, BY_PATH
from firmware_bridge.port.serial_port import port_fault, port_in_use
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.os_reason import os_error
from hardware.config.box_file import BoxFile

PSEUDO_TERMINALS = range(136, 144)
"""The device numbers (major) of pseudo-terminals."""

Meeting = Generator[CheckResult, None, MetBoard | None]
"""Yields what is found out about a port, and returns the board there; None if it is not asked."""


def check_port(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check the ports, and ask each board who it is unless another program has it.

    Asking restarts most boards.
    """
    if box_file is None:
        return
    used = boards_used(box_file)
    if _share_a_port(machine, used):
        says = tr(
            "{one} and {other} are one port, which [usb] and [roller] both name; write driver = "
            '"usb" in [roller] if that board throws the dice, or name the port of the roller',
            one=used[0].port,
            other=used[1].port,
        )
        yield CheckResult("port", Soundness.BAD, says, "BX313")
        return
    met: list[MetBoard] = []
    for each in used:
        if each.port == AUTO:
            board = yield from _find(machine, box_file, each, [known.port for known in met])
        else:
            board = yield from _ask(machine, each)
        if board is not None:
            met.append(board)
    yield from check_boards(box_file, met)


def _share_a_port(machine: Machine, used: Sequence[BoardUsed]) -> bool:
    """Return whether two names, such as a by-id link, lead to one port."""
    named = [_real(machine.at(each.port)) for each in used if each.port != AUTO]
    return len({*named}) < len(named)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _ask(machine: Machine, used: BoardUsed) -> Meeting:
    """Ask on the port that box.toml names."""
    port = used.port
    try:
        # By-id names are links.
        where = Path(os.path.realpath(machine.at(port), strict=True))
    except OSError as error:
        yield bad("port", port_fault(port, error))
        return None
    if (refused := _refusal(machine, port, where)) is not None:
        yield refused
        return None
    yield from _name_that_lasts(machine, used, where)
    try:
        return MetBoard(used.table, port, machine.say_hello(port, used.baud))
    except Fault as fault:
        yield bad("board", fault)
        return None


def _name_that_lasts(machine: Machine, used: BoardUsed, where: Path) -> Iterator[CheckResult]:
    """Say if a board can only be told from another by its socket, and is not named by that."""
    for name in machine.ports():
        socket = Path(name).is_relative_to(BY_PATH)
        if socket and name != used.port and _real(machine.at(name)) == where:
            says = tr(
                "{port} in [{table}] may lead to another board after a restart: several on USB are "
                'alike, and have no serial number; write port = "{name}", and leave each board in '
                "its socket",
                port=used.port,
                table=used.table,
                name=name,
            )
            yield doubtful("port", "BX523", says)


def _find(machine: Machine, box_file: BoxFile, used: BoardUsed, taken: Sequence[str]) -> Meeting:
    """Look on every port but those ``taken`` for the board, as a box that starts does."""
    ports = [port for port in machine.ports() if port not in taken]
    refused = [
        result
        for port in ports
        if (result := _refusal(machine, port, _real(machine.at(port)))) is not None
    ]
    held_by_box = [result for result in refused if result.soundness is Soundness.GOOD]
    if held_by_box:
        yield held_by_box[0]
        return None
    found = machine.find_boards(ports, used.baud)
    fitting = [port for port, hello in found.items() if FITS[used.table](box_file, hello)]
    if not fitting:
        # A port that this user cannot ask may be that of the board.
        yield refused[0] if refused else bad("board", no_such_board(box_file, used, ports, found))
        return None
    port = fitting[0]
    if len(fitting) > 1:
        says = tr(
            'several boards are fit for port = "auto" in [{table}], and the box takes the one that '
            "answers first: {ports}; name the one that is meant",
            table=used.table,
            ports=", ".join(f'"{found[each].name}" on {each}' for each in fitting),
        )
        yield doubtful("board", "BX523", says)
    return MetBoard(used.table, port, found[port])


def _refusal(machine: Machine, port: str, where: Path) -> CheckResult | None:
    """Return why nothing can be asked on a port; good if the box that runs has it."""
    if not machine.may_use(where):
        return bad("port", port_fault(port, os_error(errno.EACCES)))
    holder = _holder(machine, where)
    return None if holder is None else _held(machine, port, holder)


def _held(machine: Machine, port: str, holder: int) -> CheckResult:
    command = machine.text(f"/proc/{holder}/cmdline") or ""
    if "boxctl" in command:
        says = tr(
            "{port} is used by the box that runs (process {holder})", port=port, holder=holder
        )
        return good("port", says)
    return bad("port", port_in_use(port, holder))


def _holder(machine: Machine, port: Path) -> int | None:
    """Return the process that holds a lock on the port, or just has it open; None if there is none.

    Those of other users are seen by root alone.
    """
    try:
        found = port.stat()
    except OSError:
        return None
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    for line in (machine.text("/proc/locks") or "").splitlines():
        match line.split():
            case [_, "FLOCK", _, _, pid, where, *_] if where == device and int(pid) > 0:
                return int(pid)
    # The other end of a pseudo-terminal has it open, too: a board that is emulated.
    return None if os.major(found.st_rdev) in PSEUDO_TERMINALS else _opener(machine, found)


def _opener(machine: Machine, file: os.stat_result) -> int | None:
    for opened in machine.at("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if os.path.samestat(opened.stat(), file):
                return int(opened.parts[-3])
    return None
