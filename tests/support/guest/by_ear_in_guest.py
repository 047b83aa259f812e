"""Throws the dice on the pins, and hears the buzzer and a voice that hangs, inside the virtual Pi.

``boxctl run`` runs twice: the first time it is ended by SIGTERM, the second time killed, each time
while the voice's program hangs and does not mind being asked to end. The report, as JSON, tells
what the lines of the chip showed, and whether they could be had by someone else afterwards.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

from hardware.config.tables.roller import lit
from hardware.gpio.gpiod_chips import GpiodChips
from tests.support.guest.interrupted_in_guest import DIRECTORY, program
from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.wire import Wire

TILES = (4, 17, 27, 22, 5, 6, 13, 19, 26)
DICE = ((14, 15, 18, 23), (24, 25, 8, 7))
ROLL, CONFIRM, BUZZER = 16, 20, 12
OUTPUTS = (*(pin for die in DICE for pin in die), BUZZER)
FACES = {lit(face, 4): face for face in range(7)}

SPEAKS = DIRECTORY / "speaks"
SAID = DIRECTORY / "said"
PIDS = DIRECTORY / "pids"

BOX_TOML = f"""
[box]
tiles = 9
[rules]
variant = "classic"
players = ["Ann", "Bob"]
[tiles]
driver = "gpio"
pins = {list(TILES)}
[buttons]
driver = "gpio"
confirm = {CONFIRM}
roll = {ROLL}
[roller]
driver = "pi"
leds = {[list(die) for die in DICE]}
[buzzer]
driver = "gpio"
pin = {BUZZER}
[voice]
driver = "espeak-ng"
program = "{SPEAKS}"
"""

HANGS = f"""#!/bin/sh
trap '' TERM
cat >> {SAID}
echo >> {SAID}
echo $$ >> {PIDS}
exec sleep 1000
"""


LISTENS_EVERY_S = 0.0001
"""The buzzer swings at most 2,000 times a second."""


class Ear:
    """Listens at the buzzer's line."""

    def __init__(self) -> None:
        self._wire = Wire(BUZZER)
        self._stop = Event()
        self.swings = 0
        self._thread = Thread(target=self._listen)

    def _listen(self) -> None:
        before = False
        while not self._stop.is_set():
            high = self._wire.high
            self.swings += high and not before
            before = high
            time.sleep(LISTENS_EVERY_S)

    def hear_a_tune(self, make_it_sound: Callable[[], None]) -> None:
        """Make the buzzer sound until it was heard to swing, then wait until it is still.

        A busy machine may miss a whole tune, and gives up after ``PATIENCE``.
        """
        until = time.monotonic() + PATIENCE
        while self.swings < 2 and time.monotonic() < until:
            make_it_sound()
            self._wait_until_still(until)

    def _wait_until_still(self, until: float) -> None:
        heard = -1
        while heard != self.swings and time.monotonic() < until:
            heard = self.swings
            time.sleep(0.5)

    def __enter__(self) -> Ear:
        self._thread.start()
        return self

    def __exit__(self, *_ended: object) -> None:
        self._stop.set()
        self._thread.join()


def shown() -> list[int]:
    """The faces that the LEDs show."""
    return [FACES[tuple(Wire(pin).high for pin in die)] for die in DICE]


def press(pin: int) -> None:
    button = Wire(pin)
    button.drive(high=False)
    time.sleep(0.15)
    button.drive(high=True)


def hanging() -> list[int]:
    """The voice's programs that are alive."""
    pids = [int(pid) for pid in PIDS.read_text().split()] if PIDS.exists() else []
    return [pid for pid in pids if Path(f"/proc/{pid}").exists() and not _is_dead(pid)]


def _is_dead(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def wait_until_said(beginning: str) -> None:
    """Wait until words with this beginning are being said, and their program hangs."""
    until = time.monotonic() + PATIENCE
    while not any(words.startswith(beginning) for words in said()) or not hanging():
        if time.monotonic() > until:
            raise RuntimeError(f"no {beginning!r} in {said()}")
        time.sleep(0.02)


def said() -> list[str]:
    """All that was said, or begun to be."""
    return SAID.read_text().splitlines() if SAID.exists() else []


def throw_once(end: signal.Signals) -> dict[str, Any]:
    """One ``boxctl run`` in which one throw counts, and more are void."""
    with program(DIRECTORY / "box.toml", end) as boxctl:
        boxctl.rulings.wait_for('"ready"')
        wait_until_said("Ann, your turn")
        dark = shown()
        press(ROLL)
        boxctl.rulings.wait_for('"throw"')
        press(CONFIRM)
        wait_until_said("All open.")
        ruling = next(json.loads(line) for line in boxctl.rulings.all if '"throw"' in line)
        report = {
            "dark_before": dark,
            "thrown": ruling["throw"],
            "shown": shown(),
            "said": said(),
        }
        with Ear() as ear:
            # A void throw sounds for half a second, the longest note that there is.
            ear.hear_a_tune(lambda: press(ROLL))
        report |= {"swings": ear.swings, "silent_after": not Wire(BUZZER).high}
    return report | {
        "status": boxctl.process.returncode,
        "hanging": len(hanging()),
        "lit": [pin for pin in OUTPUTS if Wire(pin).high],
        "had_by_others": lines_can_be_had(),
    }


def lines_can_be_had() -> bool:
    """Whether every line that boxctl had can be had by this program."""
    with ExitStack() as closing:
        chip = GpiodChips(closing).open("auto")
        held = chip.inputs([*TILES, ROLL, CONFIRM], pull_up=True, on_edge=lambda _edge: None)
        closing.callback(held.close)
        closing.callback(chip.outputs(OUTPUTS, 0, active_high=True).close)
    return True


def main() -> int:
    """Throw, end, throw, kill; then print the report."""
    DIRECTORY.mkdir()
    SPEAKS.write_text(HANGS)
    SPEAKS.chmod(0o755)
    (DIRECTORY / "box.toml").write_text(BOX_TOML)
    ended = throw_once(signal.SIGTERM)
    (DIRECTORY / "journal.db").unlink()
    SAID.unlink()
    killed = throw_once(signal.SIGKILL)
    for pid in hanging():
        os.kill(pid, signal.SIGKILL)
    print(json.dumps({"ended": ended, "killed": killed}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
