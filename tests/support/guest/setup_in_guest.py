"""Goes the whole path inside the virtual Pi: run there as a script, it prints a report.

Each command is a process of its own on the lines of the kernel. This script is the maker: it wires
levers with five mistakes and lamps with two, does what ``boxctl setup`` says, mends what has to be
mended, has the box checked, looked at and monitored, plays a match by the command of the service's
unit, and has the record verified. With the word ``service`` behind the seed it goes this path with
systemd, to a service that is installed, or prints why the kernel cannot do it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event, RLock, Thread
from typing import Any

from hardware.config.read import read_box
from hardware.config.tables.gpio import LampsTable, TilesTable
from tests.support.firmware.pty_roller import PtyRoller
from tests.support.guest.match_in_guest import PATIENCE, Guest
from tests.support.guest.monitor_in_guest import Monitor
from tests.support.service.booted import missing, try_path
from tests.support.service.commands import asked
from tests.support.service.served import ByCommand, Server, give_to_group
from tests.support.setup.miswired import FIVE, Miswired, with_mistakes
from tests.support.setup.miswired_lamps import DARK, SWAPPED, MiswiredLamps, lamps_right
from tests.support.setup.virtual_maker import MOVES
from tests.support.tables.match import summary
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

QUESTION = re.compile(r"\[[^]]*\]$")
"""How a question of the set-up ends: with what it proposes."""

CGROUPS = ["mount", "-t", "cgroup2", "cgroup2", "/sys/fs/cgroup"]

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


class Lamps:
    """Lamps on the lines of the kernel; wire n of ``wired`` is on the n-th of ``pins``."""

    def __init__(self, wired: MiswiredLamps, pins: list[int]) -> None:
        self.wired = wired
        self.pins = pins
        self._wires = [Wire(pin) for pin in pins]

    def seen(self) -> str:
        """Say at which tiles there is light."""
        on = [wire for wire, line in enumerate(self._wires, start=1) if line.high]
        return ", ".join(map(str, sorted(self.wired.lit(on)))) or "none"

    def pin_at(self, tile: int) -> int:
        """Return the pin that leads to the lamp of this tile."""
        return next(self.pins[wire - 1] for wire, at in self.wired.tile_of.items() if at == tile)


def set_up(
    file: Path, answers: str, wood: Wood | None, lamps: Lamps | None = None
) -> tuple[int, dict[str, Any], list[str]]:
    """Run the set-up; return its exit status, its report, and what it said.

    What the file of answers leaves open takes what is proposed, and where there is light is said.
    """
    answered = file.with_name("answers.toml")
    answered.write_text(answers)
    command = [sys.executable, "-m", "boxctl", "setup", "--config", str(file), "--json",
               "--patience", "5", "--answers", str(answered)]  # fmt: skip
    said = []
    over = Event() if wood is None else wood.kept_settled()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as setup:
        assert setup.stdin is not None and setup.stdout is not None and setup.stderr is not None
        for line in setup.stderr:
            said.append(line.rstrip())
            if QUESTION.search(said[-1]):
                looked = lamps is not None and "is light" in line
                setup.stdin.write(f"{lamps.seen() if looked and lamps else ''}\n")
                setup.stdin.flush()
            elif wood is not None:
                wood.obey(line)
        printed = setup.stdout.read()
    over.set()
    if setup.returncode not in (0, 1):
        raise RuntimeError("\n".join(said))
    return setup.returncode, json.loads(printed), said


def monitored(file: Path) -> list[list[str]]:
    """Move every lever before the monitor; return the states that it reports of each."""
    monitor = Monitor(file)
    monitor.lines.wait_for('"table"')
    states = []
    for tile, lever in enumerate(levers_of(file), start=1):
        for high in (False, True):
            lever.bounce(2, high=high)
            wanted = "open" if high else "shut"
            while not any(told["state"] == wanted for told in monitor.reports(tile)[-1:]):
                monitor.lines.wait_for_more()
        states.append([told["state"] for told in monitor.reports(tile)])
    monitor.order("quit")
    monitor.process.wait(timeout=PATIENCE)
    return states


def play(
    file: Path, roller: PtyRoller, lamps: Lamps, journal: Path, server: Server
) -> dict[str, Any]:
    """Play the match on the box as it is served, and have its record verified."""
    levers = levers_of(file)
    match = replace(THE_MATCH, lamps=[lamps.pin_at(tile) for tile in range(1, len(levers) + 1)])
    over = Event()
    Thread(target=_stand, args=(levers, over), daemon=True).start()
    with server(file, journal) as served:
        guest = Guest(match, served.rulings, roller)
        guest.tiles = levers  # type: ignore[assignment]
        guest.rulings.wait_for(1)
        over.set()
        guest.play()
        told = served.end()
        told["verified"] = asked("verify", "last", "--journal", str(served.journal))
    return told | {
        "rulings": [summary(ruling) for ruling in guest.rulings.all],
        "lamps_wrong": guest.lamps_wrong,
        "lit_after_the_end": guest.lit(),
    }


def levers_of(file: Path) -> list[LearnedLever]:
    """Return the levers of a box.toml, each on its pin and its way round."""
    tiles = read_box(file).tiles
    assert isinstance(tiles, TilesTable)
    return [
        LearnedLever(pin.line, inverted=not tiles.levers.of(tile).open_when_high)
        for tile, pin in enumerate(tiles.pins, start=1)
    ]


def _stand(levers: list[LearnedLever], over: Event) -> None:
    """Have all levers stand open until the match begins."""
    while not over.wait(DRIVEN_EVERY):
        for lever in levers:
            lever.bounce(0, high=True)


def whole_path(seed: int, server: Server) -> dict[str, Any]:
    """Set the box up three times: as a proposal, with mistakes, and mended. Then use it."""
    directory = Path("/run/setup")
    directory.mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(directory)
    file, journal = directory / "box.toml", directory / "journal.db"
    wood_as_it_is = with_mistakes(9, FIVE, Random(seed))
    mended = replace(wood_as_it_is, dead=(), stuck=(), shorts=(), floating=(), unpulled=())
    one, other, dark = Random(seed).sample(range(1, 10), 3)
    lamp_wires = MiswiredLamps(
        9, {**lamps_right(9).tile_of, one: other, other: one}, dark={dark},
        named=((DARK, (dark,)), (SWAPPED, tuple(sorted((one, other))))),
    )  # fmt: skip
    with PtyRoller(THE_MATCH.dice) as roller:
        # Not by its link, which is in a folder that a service does not see.
        port = Path(roller.port).resolve()
        give_to_group(port, "dialout")
        base = (
            'board = "pi"\ntiles = 9\nplayers = ["Ann", "Bob"]\nlamps = "gpio"\n'
            'buttons = ["confirm", "new"]\ndisplay = "none"\nvoice = "none"\nroller = "serial"\n'
            f'roller_port = "{port}"\nreplace = true\n'
        )
        _status, proposed, _said = set_up(file, base + "learn = false\n", None)
        box = read_box(file)
        assert isinstance(box.tiles, TilesTable)
        (lamp_table,) = box.lamps
        assert isinstance(lamp_table, LampsTable)
        pins = [pin.line for pin in box.tiles.pins]
        buttons = {name: pin.line for name, pin in box.buttons.wired()}  # type: ignore[union-attr]
        learn = base + "learn = true\ntry_out = true\n"
        wood = Wood(wood_as_it_is, pins, buttons)
        lamps = Lamps(lamp_wires, [pin.line for pin in lamp_table.pins])
        # The lamps' pins are asked again, and each time the first plan is the proposal.
        learn += f"lamp_pins = {lamps.pins}\n"
        first_status, first, first_said = set_up(file, learn, wood, lamps)
        wood.box = mended
        lamps.wired = replace(lamp_wires, dark=())
        second_status, second, second_said = set_up(file, learn, wood, lamps)
        return {
            "put_in": [[kind.name.lower(), tiles] for kind, tiles in wood_as_it_is.named],
            "lamps_put_in": [[kind.name.lower(), tiles] for kind, tiles in lamp_wires.named],
            "proposed": proposed,
            "first": first | {"status": first_status, "said": first_said},
            "second": second | {"status": second_status, "said": second_said},
            "written": file.read_text(),
            "checked": asked("run", "--check", "--config", str(file)),
            "doctor": asked("doctor", "--config", str(file))[1]["checks"],
            "monitor": monitored(file),
            "match": play(file, roller, lamps, journal, server),
        }


def path_to_service(seed: int) -> dict[str, Any]:
    """Boot systemd, go the path there, and return the report; or what is ``missing`` for it."""
    if subprocess.run(CGROUPS, check=False, capture_output=True).returncode:
        return {"missing": "this kernel was built without what systemd needs"}
    if (why := missing()) is not None:
        return {"missing": why}
    out = Path("/run/trial")
    out.mkdir()
    return try_path(out, "pi", seed)


def main() -> int:
    """Go the path, and print the report."""
    seed = int(sys.argv[1])
    served = "service" in sys.argv[2:]
    print(json.dumps(path_to_service(seed) if served else whole_path(seed, ByCommand)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
