"""``boxctl firmware``: get the firmware of a board, flash it, or describe it."""

from __future__ import annotations

import json
from typing import Any

from boxctl.cli.box.board_sentences import board_as_data, start_in_words
from boxctl.cli.box.flash_pico import flash_pico
from boxctl.cli.box.flash_uno import LOADERS, flash_uno
from boxctl.cli.options import Options, path_of_file
from boxctl.rules.ruleset import dice_in_words
from firmware_bridge.build_firmware import Chip, every_table, firmware_version, read_pin_table
from firmware_bridge.images import ENDINGS, Image, image_for
from firmware_bridge.port.find_port import AUTO, candidates, find_port, hello_on
from firmware_bridge.protocol.constants import VERSION
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from groundwork.language import tr, tr_as
from groundwork.printing import print_lines

PICO = "pico"
"""The name of a Raspberry Pi Pico or Pico W among the boards."""

_MOST = {Chip.ATMEGA328P: (32_256, 2_048), Chip.RP2040: (1_966_080, 262_144)}
"""Bytes of flash and of memory that the firmware may take."""


def run(arguments: list[str]) -> int:
    """Take the firmware that is there, or build it; flash it or describe it if asked to."""
    accepted = options()
    given = accepted.parse_args(arguments)
    on_pico = given.board == PICO
    if given.file is not None and not (on_pico and given.what == "flash"):
        accepted.error(tr("--file is for flash --board pico"))
    hello: Hello | None = None
    if given.file is not None:
        hello = flash_pico(given.file, given.port or AUTO)
        told = _board_told(hello)
        print_lines(*([json.dumps(told)] if given.json else [_board_sentence(told)]))
        return 0
    chip = Chip.RP2040 if on_pico else Chip.ATMEGA328P
    if given.what == "flash" and given.board == "uno":
        _refuse_table_of_nano(given.table)
    image = image_for(given.table, chip, dice=given.dice, sides=given.sides)
    if given.what == "flash" and on_pico:
        hello = flash_pico(image.file, given.port or AUTO)
    elif given.what == "flash":
        flash_uno(image.file, _port_to_flash(given.port or AUTO), LOADERS[given.board])
    told = _told(image)
    if given.what == "info" and given.port is not None:
        hello = hello_on(_port_of_board() if given.port == AUTO else given.port)
    if hello is not None:
        told["board"] = _board_told(hello)
    print_lines(*([json.dumps(told)] if given.json else sentences(told)))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("firmware")
    options.add_argument("what", choices=("build", "flash", "info"))
    options.add_argument(
        "--table",
        choices=every_table(),
        default="roller",
        help=tr("its pin table (default: roller)"),
    )
    options.add_argument(
        "--dice", type=int, choices=range(1, 5), help=tr("dice of the table digits")
    )
    options.add_argument(
        "--sides", type=int, choices=range(2, 21), metavar="2-20", help=tr("and their sides")
    )
    options.add_argument(
        "--board", choices=(*LOADERS, PICO), default="uno", help=tr("what to flash (default: uno)")
    )
    options.add_argument(
        "--port",
        help=tr("its port, or auto (default: the only one there is); info tells what runs there"),
    )
    options.add_argument(
        "--file",
        metavar="FILE",
        type=path_of_file,
        help=tr("with --board pico, the UF2 file to flash in place of that of --table"),
    )
    options.add_json()
    return options


def _refuse_table_of_nano(table: str) -> None:
    """Raise :class:`Fault` BX490 if an Uno lacks pins of this table."""
    if read_pin_table(table).needs_nano:
        raise Fault(
            "BX490",
            tr(
                "an Uno does not have the pins A6 and A7 of the table {table}; nothing was "
                "written: take a Nano (--board nano), or --table small_box",
                table=table,
            ),
        )


def _told(image: Image) -> dict[str, Any]:
    return {
        "table": image.table,
        "firmware": firmware_version(),
        "protocol": VERSION,
        ENDINGS[image.chip]: str(image.file),
        "flash": image.flash,
        "memory": image.memory,
    }


def sentences(told: dict[str, Any]) -> list[str]:
    """Return the lines that tell people what the JSON document tells programs."""
    chip = Chip.ATMEGA328P if "hex" in told else Chip.RP2040
    most_flash, most_memory = _MOST[chip]
    lines = [
        tr(
            "{table}: firmware {version}, protocol {protocol}, flash {flash} of {most_flash} "
            "bytes, memory {memory} of {most_memory} bytes",
            table=told["table"],
            version=told["firmware"],
            protocol=told["protocol"],
            flash=told["flash"],
            most_flash=most_flash,
            memory=told["memory"],
            most_memory=most_memory,
        ),
        str(told[ENDINGS[chip]]),
    ]
    if "board" in told:
        lines.append(_board_sentence(told["board"]))
    return lines


def _board_told(hello: Hello) -> dict[str, Any]:
    return board_as_data(hello) | {"tiles": hello.tiles}


def _board_sentence(board: dict[str, Any]) -> str:
    return tr(
        "on the board: {name}, firmware {version}, {dice}, {tiles} tiles; {start}",
        name=board["name"],
        version=board["firmware"],
        dice=dice_in_words(board["dice"], board["sides"]),
        tiles=board["tiles"],
        start=start_in_words(board["boot"], board["started"], board["task"]),
    )


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
