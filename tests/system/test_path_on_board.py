"""The whole path on a USB board: from wrong wires to a verified match, on the real firmware."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_bridge.emulator.board import EmulatedBoard
from tests.support.firmware.emulated import needs_avr
from tests.support.guest.match_in_guest import PATIENCE, Rulings
from tests.support.guest.monitor_in_guest import Monitor
from tests.support.service.commands import (
    asked,
    command_of_unit,
    ready_socket,
    wait_until_ready,
)
from tests.support.setup.board_maker import MakerAtBoard
from tests.support.setup.miswired import FIVE, right, with_mistakes
from tests.support.setup.miswired_lamps import DARK, SWAPPED, MiswiredLamps, lamps_right

pytestmark = [pytest.mark.full, needs_avr]

TILES = 9


@pytest.mark.parametrize("seed", [1, 2])
def test_a_box_is_set_up_mended_checked_played_and_verified(seed: int, tmp_path: Path) -> None:
    """One test, as each step rests on the one before."""
    path = whole_path(seed, tmp_path)
    _each_mistake_is_named_and_what_has_to_be_mended_is_left_out(path)
    _once_mended_everything_is_learned_and_checked(path)
    _doctor_finds_nothing_bad(path)
    _the_monitor_sees_every_lever(path)
    _a_whole_match_is_played_and_verified(path)


def whole_path(seed: int, folder: Path) -> dict[str, Any]:
    """Everything in turn, as each step rests on the one before."""
    file, journal = folder / "box.toml", folder / "journal.db"
    random = Random(seed)
    wood = with_mistakes(TILES, FIVE, random)
    one, other, dark = random.sample(range(1, TILES + 1), 3)
    lamps = MiswiredLamps(
        TILES, {**lamps_right(TILES).tile_of, one: other, other: one}, dark={dark},
        named=((DARK, (dark,)), (SWAPPED, tuple(sorted((one, other))))),
    )  # fmt: skip
    with EmulatedBoard("box", seed=seed) as board:
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
            "put in": {(kind.name.lower(), frozenset(tiles)) for kind, tiles in wood.named},
            "lamps": {(kind.name.lower(), frozenset(tiles)) for kind, tiles in lamps.named},
            "first": first,
            "second": second,
            "checked": asked("run", "--check", "--config", str(file)),
            "doctor": asked("doctor", "--config", str(file), "--journal", str(journal)),
            "monitor": monitored(file, maker),
            "match": play(file, journal, maker),
            "dark": board.lamps(),
            "verified": asked("verify", "last", "--journal", str(journal)),
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


def play(file: Path, journal: Path, maker: MakerAtBoard) -> tuple[int, list[str]]:
    """Play a match by the command of the service's unit; return its exit status and verdicts."""
    ready, environment = ready_socket()
    command = [*command_of_unit(file), "--lines", "--journal", str(journal)]
    with ready, subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment
    ) as boxctl:  # fmt: skip
        assert boxctl.stdout is not None
        rulings = Rulings(boxctl.stdout)
        try:
            wait_until_ready(ready)
            verdicts = maker.play(rulings)
        finally:
            boxctl.terminate()
            status = boxctl.wait(timeout=PATIENCE)
            rulings.wait_for_end()
    return status, verdicts


def _each_mistake_is_named_and_what_has_to_be_mended_is_left_out(path: dict[str, Any]) -> None:
    status, told = path["first"]
    assert status == 1
    assert {(each["mistake"], frozenset(each["contacts"])) for each in told["mistakes"]} == (
        path["put in"]
    )
    lamps = {(each["mistake"], frozenset(each["tiles"])) for each in told["lamp_mistakes"]}
    assert lamps == path["lamps"]


def _once_mended_everything_is_learned_and_checked(path: dict[str, Any]) -> None:
    status, told = path["second"]
    assert status == 0, told
    assert {each["mistake"] for each in told["mistakes"]} == {"inverted"}
    assert told["lamp_mistakes"] == []
    status, told = path["checked"]
    assert (status, told["problems"]) == (0, [])


def _doctor_finds_nothing_bad(path: dict[str, Any]) -> None:
    _status, told = path["doctor"]
    assert [each for each in told["checks"] if each["is"] == "bad"] == []


def _the_monitor_sees_every_lever(path: dict[str, Any]) -> None:
    assert path["monitor"] == [["shut", "open"]] * TILES


def _a_whole_match_is_played_and_verified(path: dict[str, Any]) -> None:
    status, verdicts = path["match"]
    assert status == 0
    assert verdicts[-1] == "match_over"
    assert verdicts.count("turn_over") >= 1
    assert path["dark"] == 0
    status, told = path["verified"]
    assert status == 0, told
