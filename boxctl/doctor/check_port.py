"""Check the boards on cables: their ports, who has them, and whether the right board answers."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from boxctl.doctor.check import (
    BoardTable,
    BoardUsed,
    CheckResult,
    Machine,
    Soundness,
    bad,
    boards_used,
    doubtful,
    good,
)
from boxctl.table.check_rules import rules_of
from boxctl.table.throws.roller_gate import misfit, place_of_dice
from firmware_bridge.port.find_port import AUTO, BY_PATH, another_board, not_found
from firmware_bridge.port.serial_port import port_fault, port_in_use
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault, os_error
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as
from hardware.config.box_file import BoxFile
from hardware.config.tables.roller import UsbRollerTable
from hardware.dice.serial_roller import dice_of
from hardware.usb import board_use, lacks, not_for_this_box

FIRMWARE = 0x0102
"""The firmware that comes with this boxctl: major times 256, plus minor."""

FITS: Mapping[BoardTable, Callable[[BoxFile, Hello], bool]] = {
    "usb": lambda box_file, hello: hello.tiles >= box_file.box.tiles,
    "roller": lambda _box_file, hello: hello.dice > 0,
}
"""The boards that a box takes whose table has ``port = "auto"``."""


@frozen_dataclass
class MetBoard:
    """A board that has answered on the port of this table of box.toml."""

    table: BoardTable
    port: str
    hello: Hello


def no_such_board(
    box_file: BoxFile, used: BoardUsed, ports: Sequence[str], found: Mapping[str, Hello]
) -> Fault:
    """Return the fault that no board on these ports is the one of this table (BX510)."""
    wanted = (
        tr("box of {tiles} tiles", tiles=box_file.box.tiles)
        if used.table == "usb"
        else tr_as("looked for at a port", "roller")
    )
    return not_found(
        wanted, ports, {port: another_board(hello, wanted) for port, hello in found.items()}
    )


def check_boards(box_file: BoxFile, met: Sequence[MetBoard]) -> Iterator[CheckResult]:
    """Check that each board is the one that its table means, its firmware, and its dice."""
    if _are_exchanged(box_file, met):
        levers, dice = met
        says = tr(
            'the ports in box.toml are exchanged: on {port}, the port in [usb], "{name}" answers, '
            'and on {other_port}, the port in [roller], "{other_name}"; exchange the two names',
            port=levers.port,
            name=levers.hello.name,
            other_port=dice.port,
            other_name=dice.hello.name,
        )
        yield CheckResult("board", Soundness.BAD, says, "BX523")
        return
    for board in met:
        if lacking := _lacking(box_file, board.table, board.hello):
            yield bad("board", not_for_this_box(board.hello, board.port, lacking))
            continue
        yield _firmware(board)
        if _throws(box_file, board.table):
            misfit = _misfit(box_file, board.hello)
            yield (
                good("dice", tr("the roller has the dice that the rules want"))
                if misfit is None
                else bad("dice", misfit)
            )


def _are_exchanged(box_file: BoxFile, met: Sequence[MetBoard]) -> bool:
    """Return whether two boards are not right as they are, and would be the other way round."""
    if len(met) != 2:
        return False
    one, other = met
    return not (
        _is_right(box_file, one.table, one.hello) and _is_right(box_file, other.table, other.hello)
    ) and (
        _is_right(box_file, one.table, other.hello) and _is_right(box_file, other.table, one.hello)
    )


def _is_right(box_file: BoxFile, table: BoardTable, hello: Hello) -> bool:
    if _lacking(box_file, table, hello):
        return False
    return not _throws(box_file, table) or _misfit(box_file, hello) is None


def _lacking(box_file: BoxFile, table: BoardTable, hello: Hello) -> list[str]:
    """Return in words what a board lacks to be the one of this table."""
    if table == "usb":
        return lacks(hello, board_use(box_file))
    return [] if hello.dice else [tr("dice")]


def _throws(box_file: BoxFile, table: BoardTable) -> bool:
    """Return whether the board of this table throws the dice."""
    return table == "roller" or isinstance(box_file.roller, UsbRollerTable)


def _misfit(box_file: BoxFile, hello: Hello) -> Fault | None:
    """Return why the dice of a board are not those of the rules (BX521)."""
    rules = rules_of(box_file.rules)
    return misfit(dice_of(hello), rules, lambda _rules: place_of_dice(box_file))


def _firmware(board: MetBoard) -> CheckResult:
    major, minor = divmod(board.hello.firmware, 256)
    if board.hello.firmware < FIRMWARE:
        says = tr(
            'the firmware of "{name}" on {port} is {has}, and this boxctl comes with {newest}; '
            "flash it: boxctl firmware flash",
            name=board.hello.name,
            port=board.port,
            has=f"{major}.{minor}",
            newest=".".join(map(str, divmod(FIRMWARE, 256))),
        )
        return doubtful("board", "BX902", says)
    says = tr(
        '"{name}" on {port} answers, firmware {has}',
        name=board.hello.name,
        port=board.port,
        has=f"{major}.{minor}",
    )
    return good("board", says)


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
