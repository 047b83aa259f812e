"""Plays a whole match inside the virtual Pi: run there as a script with the match's name, and
that of a pin factory or ``traced``, it prints a report as JSON.

``boxctl run`` is a process of its own, on the lines of the kernel. This script is the people and
the wood: it drives the levers as wires with bounce, throws with a roller on a
pseudo-terminal, and reads the lamps back from the lines of the chip.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from tests.support.firmware.pty_roller import PtyRoller
from tests.support.tables.match import Match, summary
from tests.support.tables.the_300 import THE_300
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

MATCHES = {"the_match": THE_MATCH, "the_300": THE_300}

PATIENCE = 90.0
"""Seconds for a ruling that should come; only a table that is broken waits so long."""


BETWEEN_ACTS = 0.3
"""Seconds from one lever to the next: longer than those of one act are apart (R4.11)."""

BETWEEN_FALLS = 0.005
"""Seconds from one lever to the next of a box that is knocked over."""

TRACED = "traced"
"""Given after the match: what boxctl does with the devices of gpiozero is in the report."""

TRACE = Path("/run/trace.json")

LOOKS = 3
"""So often are lamps looked at before they are wrong."""


class Rulings:
    """What ``boxctl run`` prints, as it prints it."""

    def __init__(self, stream: IO[str]) -> None:
        self.all: list[dict[str, Any]] = []
        self._queue: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._reader = Thread(target=self._read, args=(stream,), daemon=True)
        self._reader.start()

    def wait_for_end(self) -> None:
        """Wait until the stream has ended."""
        self._reader.join(PATIENCE)

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._queue.put(json.loads(line))

    def wait_for(self, count: int) -> None:
        """Wait until so many rulings have come."""
        while len(self.all) < count:
            try:
                self.all.append(self._queue.get(timeout=PATIENCE))
            except Empty:
                heard = "\n".join(map(str, self.all))
                raise RuntimeError(f"no ruling number {count} after:\n{heard}") from None


class Guest:
    """The people and the wood."""

    def __init__(self, match: Match, rulings: Rulings, roller: PtyRoller) -> None:
        self.match = match
        self.rulings = rulings
        self.roller = roller
        self.tiles = [Wire(pin) for pin in match.tiles]
        self.lamps = [Wire(pin) for pin in match.lamps]
        self.random = random.Random(24)
        self.lamps_wrong: list[str] = []

    def lever(self, number: int, *, stands: bool) -> None:
        """Move a lever; its contact bounces, faster than the kernel keeps up with."""
        self.tiles[number - 1].bounce(self.random.randrange(5), high=stands)

    def lit(self) -> list[int]:
        """The tiles whose lamps are lit."""
        return [number for number, lamp in enumerate(self.lamps, start=1) if lamp.high]

    def play(self) -> None:
        """Every step of the match, each when the one before is ruled on."""
        expected = 1
        self.rulings.wait_for(expected)
        for kind, values in self.match.steps:
            if kind == "throw":
                self.roller.throw(values)
            elif kind == "knock":
                self.lever(values[0], stands=False)
                self.lever(values[0], stands=True)
            for number in values if kind in ("shut", "open", "topple") else ():
                self.lever(number, stands=kind == "open")
                time.sleep(BETWEEN_ACTS if kind != "topple" else BETWEEN_FALLS)
            expected = self._rulings_after(expected, kind, len(values))
            self.rulings.wait_for(expected)
            if self.lamps:
                self._check_lamps()
        self._wait_until_no_throw_is_held()

    def _wait_until_no_throw_is_held(self) -> None:
        """The roller forgets a throw only when it hears that it is recorded."""
        for _ in range(round(PATIENCE / 0.02)):
            if not self.roller.waiting():
                return
            time.sleep(0.02)

    def _rulings_after(self, before: int, kind: str, changes: int) -> int:
        """How many rulings there are after this step, by the list of what should be ruled."""
        verdicts = [line.split()[1] for line in self.match.rulings]
        if kind == "knock":
            return before
        count = before
        if kind in ("shut", "open") and verdicts[count] == "ready":
            return count + 1
        count += 1 if kind in ("throw", "topple") else changes
        # These follow of themselves.
        if verdicts[count : count + 1] in (["shut_the_box"], ["round_over"]):
            return len(verdicts)
        return count

    def _check_lamps(self) -> None:
        """Look again if the lamps seem wrong: a host that stands still hides a blink."""
        seen = []
        for _ in range(LOOKS):
            wrong = self._wrong_lamps()
            if wrong is None:
                return
            seen.append(wrong)
        self.lamps_wrong.append(seen[-1])

    def _wrong_lamps(self) -> str | None:
        """Say what is wrong about the lamps; None if nothing is.

        A lamp is lit where a tile stands open; where one has to be put back it blinks fast.

        One that blinks slowly is dark for a quarter of a second. Of a box that was shut the odd
        and the even lamps are lit in turn.
        """
        asked = self._asked_back()
        standing = {number for number, wire in enumerate(self.tiles, start=1) if wire.high}
        shut = any(ruling["verdict"] == "shut_the_box" for ruling in self.rulings.all[-4:])
        late = [set(self.lit())]
        if asked or late[0] != standing:
            # The ruling is printed before the lamps are lit, and a blink takes its time.
            time.sleep(0.3)
            late = self._lit_for(0.6)
        every = range(1, len(self.lamps) + 1)
        blinking = {n for n in every if _changes([n in lit for lit in late]) > 2}
        lit = set().union(*late) - blinking
        if shut and not standing:
            odd = {n for n in every if n % 2 == 1}
            # They may have changed while they were read, once.
            right = sum(now not in (odd, set(every) - odd) for now in late) <= 1
        else:
            right = blinking == asked and lit - asked == standing - asked
        if right:
            return None
        return (
            f"after {summary(self.rulings.all[-1])}: {lit} lit and {blinking} blinking, "
            f"but {standing} stand and {asked} are asked back"
        )

    def _lit_for(self, seconds: float) -> list[set[int]]:
        """The lamps that are lit, looked at again and again for so long."""
        seen, end = [set(self.lit())], time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.01)
            seen.append(set(self.lit()))
        return seen

    def _asked_back(self) -> set[int]:
        for ruling in reversed(self.rulings.all):
            if ruling["verdict"] in ("restored", "ready", "match_over"):
                return set()
            if "put_back" in ruling:
                return {*ruling["put_back"]["open"], *ruling["put_back"]["shut"]}
        return set()


def _changes(seen: list[bool]) -> int:
    return sum(one != other for one, other in pairwise(seen))


def main() -> int:
    """Play the match that the command line names, and print the report."""
    match = MATCHES[sys.argv[1]]
    directory = Path("/run/match")
    directory.mkdir()
    with PtyRoller(match.dice) as roller:
        config = directory / "box.toml"
        config.write_text(match.box_toml(roller.port))
        program = ["boxctl"]
        if TRACED in sys.argv:
            program = ["tests.support.guest.pins.traced_run", str(TRACE)]
        command = [sys.executable, "-m", *program, "run", "--config", str(config), "--lines"]
        environment = os.environ | {"XDG_RUNTIME_DIR": str(directory)}
        if sys.argv[2:] and TRACED not in sys.argv:
            environment["GPIOZERO_PIN_FACTORY"] = sys.argv[2]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=directory, env=environment
        ) as boxctl:
            assert boxctl.stdout is not None
            guest = Guest(match, Rulings(boxctl.stdout), roller)
            try:
                guest.play()
            finally:
                asked = time.monotonic()
                boxctl.send_signal(signal.SIGTERM)
                status = boxctl.wait(timeout=PATIENCE)
                seconds_to_end = time.monotonic() - asked
        report = {
            "rulings": [summary(ruling) for ruling in guest.rulings.all],
            "payout": guest.rulings.all[-1].get("payout"),
            "open": guest.rulings.all[-1]["open"],
            "lamps_wrong": guest.lamps_wrong,
            "lit_after_the_end": guest.lit(),
            "status": status,
            # For people who run this script: a test that looked at it would test the machine.
            "seconds_to_end": round(seconds_to_end, 3),
            "throws_unacknowledged": roller.waiting(),
            "left_behind": sorted(path.name for path in directory.iterdir()),
            "trace": json.loads(TRACE.read_text()) if TRACE.exists() else None,
        }
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
