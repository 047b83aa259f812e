"""The whole path of a maker at a USB board, on the real firmware: from wrong wires to a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from firmware_bridge.build_firmware import Chip
from firmware_bridge.emulator.board import EmulatedBoard
from tests.support.guest.monitor_in_guest import Monitor
from tests.support.service.commands import asked
from tests.support.service.served import Server, give_to_group
from tests.support.setup.board_maker import MakerAtBoard
from tests.support.setup.miswired import FIVE, right, with_mistakes
from tests.support.setup.miswired_lamps import DARK, SWAPPED, MiswiredLamps, lamps_right

TILES = 9


def whole_path(
    seed: int,
    folder: Path,
    server: Server,
    port: Path | None = None,
    chip: Chip = Chip.ATMEGA328P,
) -> dict[str, Any]:
    """Everything in turn, as each step rests on the one before; the report can be JSON.

    ``port`` is where the board is to be found, by default anywhere.
    """
    file, journal = folder / "box.toml", folder / "journal.db"
    random = Random(seed)
    wood = with_mistakes(TILES, FIVE, random)
    one, other, dark = random.sample(range(1, TILES + 1), 3)
    lamps = MiswiredLamps(
        TILES, {**lamps_right(TILES).tile_of, one: other, other: one}, dark={dark},
        named=((DARK, (dark,)), (SWAPPED, tuple(sorted((one, other))))),
    )  # fmt: skip
    with EmulatedBoard("box", seed=seed, port=port, chip=chip) as board:
        give_to_group(Path(board.port).resolve(), "dialout")
        answers = (
            f'board = "usb"\nport = "{board.port}"\ntiles = {TILES}\nplayers = ["Ann", "Bob"]\n'
            'lamps = "usb"\nbuttons = ["roll"]\ndisplay = "none"\nvoice = "none"\nbuzzer = "none"\n'
            'roller = "usb"\nreplace = true\nlearn = true\ntry_out = true\n'
        )
        maker = MakerAtBoard(board, wood, lamps)
        first = maker.set_up(file, answers)
        maker.box = replace(right(TILES), inverted=wood.inverted)
        maker.lamps = lamps_right(TILES)
        maker.settle()
        second = maker.set_up(file, answers)
        return {
            "put in": [(kind.name.lower(), list(tiles)) for kind, tiles in wood.named],
            "lamps": [(kind.name.lower(), list(tiles)) for kind, tiles in lamps.named],
            "first": first,
            "second": second,
            "checked": asked("run", "--check", "--config", str(file)),
            "doctor": asked("doctor", "--config", str(file), "--journal", str(journal)),
            "monitor": monitored(file, maker),
            "match": play(file, journal, maker, server),
        }


def monitored(file: Path, maker: MakerAtBoard) -> list[list[str]]:
    """Shut and open every lever before the monitor; return the states that it reports of each."""
    monitor = Monitor(file)
    with monitor.process:
        monitor.lines.wait_for('"table"')
        for tile in range(1, TILES + 1):
            maker.move([tile], stand=False)
            monitor.wait_for_reports(tile, 1)
            maker.move([tile], stand=True)
            monitor.wait_for_reports(tile, 2)
        monitor.order("quit")
        monitor.lines.wait_for_end()
    return [[told["state"] for told in monitor.reports(tile)] for tile in range(1, TILES + 1)]


def play(file: Path, journal: Path, maker: MakerAtBoard, server: Server) -> dict[str, Any]:
    """Play a match on the box as it is served, and have its record verified."""
    with server(file, journal) as served:
        verdicts = maker.play(served.rulings)
        told = served.end()
        told["lamps after the end"] = maker.board.lamps()
        told["verified"] = asked("verify", "last", "--journal", str(served.journal))
    return told | {"verdicts": verdicts}
