"""Sets a box up inside the virtual Pi, and plays on it: run there as a script, it prints a report.

``boxctl setup`` is a process of its own on the lines of the kernel. This script is the maker: it
wires the levers with five mistakes, does what the set-up says, mends what has to be mended, and
plays a match on the box.toml that was written.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event, RLock, Thread
from typing import Any

from hardware.config.read import read_box
from hardware.config.tables.gpio import LampsTable, TilesTable
from tests.support.firmware.pty_roller import PtyRoller
from tests.support.guest.match_in_guest import PATIENCE, Guest, Rulings
from tests.support.setup.miswired import FIVE, Miswired, with_mistakes
from tests.support.setup.virtual_maker import MOVES
from tests.support.tables.match import summary
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

REACTION = 0.1
"""Seconds from what is said to what is done."""

DRIVEN_EVERY = 0.01
"""Seconds. Lines that a program requests with a pull-up are high until they are driven again."""


class Wood:
    """Levers and buttons on the lines of the kernel; line n of ``box`` is the n-th of ``pins``."""

    def __init__(self, box: Miswired, pins: list[int], buttons: dict[str, int]) -> None:
        self.box = box
        self._wires = {number: Wire(pin) for number, pin in enumerate(pins, start=1)}
        self._buttons = {name: Wire(pin) for name, pin in buttons.items()}
        self._pressed: set[str] = set()
        self._shut: set[int] = set()
        self._random = Random(1)
        self._lock = RLock()

    def obey(self, line: str) -> None:
        """Do what a line of the set-up asks for, if it asks for anything."""
        moved = MOVES.search(line)
        if moved is None:
            return
        time.sleep(REACTION)
        with self._lock:
            if moved[2]:
                change = self._shut.add if moved[1] == "Push down" else self._shut.discard
                change(int(moved[2]))
            else:
                press = self._pressed.add if moved[3] == "Hold down" else self._pressed.discard
                press(moved[4])
            self.settle()

    def settle(self) -> None:
        """Drive every line to where it belongs now."""
        with self._lock:
            for line, high in self.box.levels(self._shut, self._random).items():
                assert isinstance(line, int)
                self._wires[line].drive(high=high)
            for name, wire in self._buttons.items():
                wire.drive(high=name not in self._pressed)

    def kept_settled(self) -> Event:
        """Drive all lines again and again, in a thread, until the event that is returned."""
        over = Event()

        def drive() -> None:
            while not over.wait(DRIVEN_EVERY):
                self.settle()

        Thread(target=drive, daemon=True).start()
        return over


class LearnedLever:
    """The wire of a lever, where and whichever way round it is."""

    def __init__(self, pin: int, *, inverted: bool) -> None:
        self._wire = Wire(pin)
        self._inverted = inverted

    def bounce(self, times: int, *, high: bool) -> None:
        """Open (``high``) or shut the lever, with bounce."""
        self._wire.bounce(times, high=high != self._inverted)

    @property
    def high(self) -> bool:
        """Whether the lever stands open."""
        return self._wire.high != self._inverted


def set_up(file: Path, answers: str, wood: Wood | None) -> tuple[int, dict[str, Any], list[str]]:
    """Run the set-up; return its exit status, its report, and what it said."""
    answered = file.with_name("answers.toml")
    answered.write_text(answers)
    command = [sys.executable, "-m", "boxctl", "setup", "--config", str(file), "--yes", "--json",
               "--patience", "2", "--answers", str(answered)]  # fmt: skip
    said = []
    over = Event() if wood is None else wood.kept_settled()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as setup:
        assert setup.stdout is not None and setup.stderr is not None
        for line in setup.stderr:
            said.append(line.rstrip())
            if wood is not None:
                wood.obey(line)
        printed = setup.stdout.read()
    over.set()
    if setup.returncode not in (0, 1):
        raise RuntimeError("\n".join(said))
    return setup.returncode, json.loads(printed), said


def play(file: Path, roller: PtyRoller) -> dict[str, Any]:
    """Play the match on the box of this file, whose levers are where it says."""
    box = read_box(file)
    tiles, (lamps,) = box.tiles, box.lamps
    assert isinstance(tiles, TilesTable) and isinstance(lamps, LampsTable)
    match = replace(THE_MATCH, tiles=[pin.line for pin in tiles.pins],
                    lamps=[pin.line for pin in lamps.pins])  # fmt: skip
    levers = [
        LearnedLever(pin.line, inverted=not tiles.levers.of(tile).open_when_high)
        for tile, pin in enumerate(tiles.pins, start=1)
    ]
    command = [sys.executable, "-m", "boxctl", "run", "--config", str(file), "--lines"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as boxctl:
        assert boxctl.stdout is not None
        guest = Guest(match, Rulings(boxctl.stdout), roller)
        guest.tiles = levers  # type: ignore[assignment]
        over = Event()
        Thread(target=_stand, args=(levers, guest.rulings, over), daemon=True).start()
        try:
            guest.rulings.wait_for(1)
            over.set()
            guest.play()
        finally:
            boxctl.terminate()
            status = boxctl.wait(timeout=PATIENCE)
    return {
        "rulings": [summary(ruling) for ruling in guest.rulings.all],
        "lamps_wrong": guest.lamps_wrong,
        "status": status,
    }


def _stand(levers: list[LearnedLever], rulings: Rulings, over: Event) -> None:
    """Have all levers stand open until the match begins."""
    while not over.wait(DRIVEN_EVERY) and not rulings.all:
        for lever in levers:
            lever.bounce(0, high=True)


def main() -> int:
    """Set the box up three times: as a proposal, with mistakes, and mended. Then play."""
    seed = int(sys.argv[1])
    directory = Path("/run/setup")
    directory.mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(directory)
    file = directory / "box.toml"
    wood_as_it_is = with_mistakes(9, FIVE, Random(seed))
    mended = replace(wood_as_it_is, dead=(), stuck=(), shorts=(), floating=(), unpulled=())
    with PtyRoller(THE_MATCH.dice) as roller:
        base = (
            'tiles = 9\nplayers = ["Ann", "Bob"]\nlamps = "gpio"\nbuttons = ["confirm", "new"]\n'
            f'display = "none"\nvoice = "none"\nroller = "serial"\nroller_port = "{roller.port}"\n'
            "replace = true\n"
        )
        _status, proposed, _said = set_up(file, base + "learn = false\n", None)
        box = read_box(file)
        assert isinstance(box.tiles, TilesTable)
        pins = [pin.line for pin in box.tiles.pins]
        buttons = {name: pin.line for name, pin in box.buttons.wired()}  # type: ignore[union-attr]
        learn = base + "learn = true\n"
        wood = Wood(wood_as_it_is, pins, buttons)
        first_status, first, first_said = set_up(file, learn, wood)
        wood.box = mended
        second_status, second, second_said = set_up(file, learn, wood)
        doctor = subprocess.run(
            [sys.executable, "-m", "boxctl", "doctor", "--config", str(file), "--json"],
            capture_output=True,
            text=True,
            check=False,
        )
        report = {
            "put_in": [[kind.name.lower(), tiles] for kind, tiles in wood_as_it_is.named],
            "proposed": proposed,
            "first": first | {"status": first_status, "said": first_said},
            "second": second | {"status": second_status, "said": second_said},
            "written": file.read_text(),
            "doctor": json.loads(doctor.stdout)["checks"],
            "match": play(file, roller),
        }
    with suppress(FileNotFoundError):
        file.unlink()
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
