"""``boxctl firmware``: build the firmware of a board, flash it, or describe it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from typing import Any

from boxctl.cli.box.board_sentences import board_as_data, start_in_words
from boxctl.cli.box.other_boards import refuse_other_boards
from boxctl.cli.options import Options
from boxctl.rules.ruleset import dice_in_words
from firmware_bridge.build_firmware import SOURCES, FirmwareBuild, build, tables
from firmware_bridge.port.find_port import AUTO, candidates, find_port, hello_on
from firmware_bridge.port.serial_port import PortLock
from firmware_bridge.protocol.constants import VERSION
from groundwork.faults import Fault
from groundwork.language import tr, tr_as
from groundwork.printing import print_lines
from groundwork.system.programs import ProgramResult, run_program

CHIP = "1e950f"
"""The signature of the ATmega328P, the chip of the Uno and the Nano."""

LOADERS = {"uno": 115200, "nano": 115200, "nano-old": 57600}
"""The speed of each board's boot loader, in bits a second."""

_AVRDUDE_SECONDS = 90


def run(arguments: list[str]) -> int:
    """Build the firmware; flash it or describe it if asked to."""
    given = options().parse_args(arguments)
    built = build(given.table, dice=given.dice, sides=given.sides)
    if given.what == "flash":
        _flash(built, _port_to_flash(given.port or AUTO), LOADERS[given.board])
    told = _told(built)
    if given.what == "info" and given.port is not None:
        hello = hello_on(_port_of_board() if given.port == AUTO else given.port)
        told["board"] = board_as_data(hello) | {"tiles": hello.tiles}
    print_lines(*([json.dumps(told)] if given.json else sentences(told)))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("firmware")
    options.add_argument("what", choices=("build", "flash", "info"))
    options.add_argument(
        "--table", choices=tables(), default="roller", help=tr("its pin table (default: roller)")
    )
    options.add_argument(
        "--dice", type=int, choices=range(1, 5), help=tr("dice of the table digits")
    )
    options.add_argument(
        "--sides", type=int, choices=range(2, 21), metavar="2-20", help=tr("and their sides")
    )
    options.add_argument(
        "--board", choices=tuple(LOADERS), default="uno", help=tr("what to flash (default: uno)")
    )
    options.add_argument(
        "--port",
        help=tr("its port, or auto (default: the only one there is); info tells what runs there"),
    )
    options.add_json()
    return options


def _told(built: FirmwareBuild) -> dict[str, Any]:
    ended = _run(["avr-size", str(built.elf)], 10)
    text, data, bss = map(int, ended.output.splitlines()[1].split()[:3])
    return {
        "table": built.table,
        "firmware": _version(),
        "protocol": VERSION,
        "hex": str(built.image),
        "flash": text + data,
        "memory": data + bss,
    }


def _version() -> str:
    """Return the version of the firmware that is built here."""
    said = (SOURCES / "firmware.h").read_text()
    return ".".join(re.findall(r"FIRMWARE_(?:MAJOR|MINOR) (\d+)", said))


def sentences(told: dict[str, Any]) -> list[str]:
    """Return the lines that tell people what the JSON document tells programs."""
    lines = [
        tr(
            "{table}: firmware {version}, protocol {protocol}, flash {flash} of 32256 bytes, "
            "memory {memory} of 2048 bytes",
            table=told["table"],
            version=told["firmware"],
            protocol=told["protocol"],
            flash=told["flash"],
            memory=told["memory"],
        ),
        str(told["hex"]),
    ]
    board = told.get("board")
    if board is not None:
        lines.append(
            tr(
                "on the board: {name}, firmware {version}, {dice}, {tiles} tiles; {start}",
                name=board["name"],
                version=board["firmware"],
                dice=dice_in_words(board["dice"], board["sides"]),
                tiles=board["tiles"],
                start=start_in_words(board["boot"], board["started"], board["task"]),
            )
        )
    return lines


def _port_to_flash(port: str) -> str:
    if port != AUTO:
        return port
    there = candidates()
    if len(there) == 1:
        return there[0]
    if not there:
        raise Fault("BX510", tr("no board was found: there is no serial port at all; plug it in"))
    # A new board does not answer yet, so it cannot be told from other devices.
    return _port_of_board()


def _port_of_board() -> str:
    """Return the port of the first board that answers. Raises Fault BX510 if none does."""
    return find_port(lambda _hello: True, _boxctl_board())


def _boxctl_board() -> str:
    return tr_as("looked for at a port", "board with boxctl's firmware")


def _flash(built: FirmwareBuild, port: str, baud: int) -> None:
    """Write the firmware to the board on this port.

    Raises :class:`Fault`: BX418 for a board that is known to have another chip, BX508 if avrdude is
    missing, BX514 for another chip, BX515 if it fails.
    """
    refuse_other_boards(port)
    if shutil.which("avrdude") is None:
        raise Fault("BX508", tr("avrdude is missing; install it: sudo apt install avrdude"))
    lock = PortLock(port)
    try:
        avrdude = ["avrdude", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(baud)]
        asked = _run([*avrdude, "-n"], _AVRDUDE_SECONDS)
        _check_chip(asked.errors, port)
        written = _run([*avrdude, "-D", "-U", f"flash:w:{built.image}:i"], _AVRDUDE_SECONDS)
        if written.status != 0:
            raise _does_not_work(written.errors, port)
    finally:
        lock.release()


def _check_chip(said: str, port: str) -> None:
    found = re.search(r"[Dd]evice signature = (?:0x)?([0-9a-fA-F ]{6,8})", said)
    if found is None:
        raise _does_not_work(said, port)
    signature = found[1].replace(" ", "").lower()
    if signature != CHIP:
        raise Fault(
            "BX514",
            tr(
                "the chip on {port} has the signature {signature} and is no ATmega328P "
                "({chip}); nothing was written: take an Uno or a Nano",
                port=port,
                signature=signature,
                chip=CHIP,
            ),
        )


def _does_not_work(said: str, port: str) -> Fault:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    why = next((line for line in lines if "error" in line.lower() or "sync" in line.lower()), "")
    return Fault(
        "BX515",
        tr(
            "the board on {port} cannot be flashed ({why}); see that port and --board are "
            "right (nano-old for a Nano with the old boot loader)",
            port=port,
            why=why or (lines or [tr("no reason was given")])[-1],
        ),
    )


def _run(command: Sequence[str], seconds: int) -> ProgramResult:
    try:
        return run_program(command, seconds)
    except TimeoutError:
        return ProgramResult(1, "", tr("no answer in {seconds} s", seconds=seconds))
