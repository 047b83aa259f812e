"""Compare the boards that answer with those that box.toml means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from boxctl.doctor.check_result import CheckResult, Soundness, bad, doubtful, good
from boxctl.doctor.uses_of_box import BoardTable, BoardUsed
from boxctl.table.check_rules import rules_of
from boxctl.table.throws.dice_fit import misfit
from boxctl.table.throws.place_of_rules import place_of_dice
from firmware_bridge.port.find_port import another_board, not_found
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
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
