"""``boxctl firmware``: get the firmware of a board, flash it, or describe it."""

from __future__ import annotations

import json
import re
from typing import Any

from boxctl.cli.box.board_sentences import board_as_data, start_in_words
from boxctl.cli.box.flash_uno import LOADERS, flash_uno
from boxctl.cli.options import Options
from boxctl.rules.ruleset import dice_in_words
from firmware_bridge.build_firmware import SOURCES, tables
from firmware_bridge.images import Image, image_for
from firmware_bridge.port.find_port import AUTO, candidates, find_port, hello_on
from firmware_bridge.protocol.constants import VERSION
from groundwork.faults import Fault
from groundwork.language import tr, tr_as
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Take the firmware that is there, or build it; flash it or describe it if asked to."""
    given = options().parse_args(arguments)
    image = image_for(given.table, dice=given.dice, sides=given.sides)
    if given.what == "flash":
        flash_uno(image.file, _port_to_flash(given.port or AUTO), LOADERS[given.board])
    told = _told(image)
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


def _told(image: Image) -> dict[str, Any]:
    return {
        "table": image.table,
        "firmware": _version(),
        "protocol": VERSION,
        "hex": str(image.file),
        "flash": image.flash,
        "memory": image.memory,
    }


def _version() -> str:
    """Return the version of this boxctl's firmware."""
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
