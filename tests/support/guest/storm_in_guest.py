"""Throws levers at random inside the virtual Pi: run there as a script, it prints a report as JSON.
Where the kernel skips sleeps (``time-travel``) an hour takes minutes.

The box and the loop are those of ``boxctl run``, on a thread of their own; this thread is the
storm. Whatever the kernel loses of it, the book must agree with the levers soon after.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Literal

from boxctl.referee.referee import Referee
from boxctl.rules.tiles import numbers
from boxctl.table.check_rules import check_box_file, players_of, rules_of
from boxctl.table.loop import EventInbox, run
from boxctl.table.runtime import Runtime
from boxctl.table.sensors.contact_state import open_tiles
from groundwork.clock import monotonic_us
from hardware.config.read import read_box
from hardware.devices import DeviceEvent, DiceRolled, Edge
from hardware.gpio.box import open_box
from tests.support.guest.match_in_guest import MATCHES
from tests.support.tables.match import Match
from tests.support.tables.wire import Wire

Pace = Literal["steady", "fast", "bursts", "floods", "deaf"]
PACES: tuple[Pace, ...] = ("steady", "fast", "bursts", "floods", "deaf")
"""With a rest after each edge; as fast as a thread can go; so fast that no edge is fetched
meanwhile; so many then that the kernel cannot keep them, and drops the oldest; and a storm of which
no edge arrives, so that only a reading of the box tells how the levers stand."""

BOUNCES: dict[Pace, int] = {"steady": 5, "fast": 5, "bursts": 20, "floods": 120, "deaf": 5}
"""A contact bounces less often than this."""

CALM_S = 4.0
"""The mean of the calms between storms; some are long enough for people to be asked to put back."""

NAP = 0.02
NAPS = 500
"""In so many naps book and levers have to agree; usually it takes 4, or 45 where a reading has to
find a lever. Counted, not timed, and many more than that, since on a busy host the guest's threads
do not get their turns evenly."""


@dataclass
class Storm:
    """What became of one storm."""

    pace: Pace
    edges: int
    heard: int
    naps: int
    at_rest: bool
    levers: tuple[int, ...]
    book: tuple[int, ...]


class WiredLevers:
    """Levers on wires, and how often they were thrown."""

    def __init__(self, random: Random, match: Match) -> None:
        self.random = random
        self.wires = [Wire(pin) for pin in match.tiles]
        self.edges = 0

    @property
    def standing(self) -> tuple[int, ...]:
        """The tiles whose lines are high, which is open."""
        return tuple(number for number, wire in enumerate(self.wires, start=1) if wire.high)

    def move_each(self) -> None:
        """Move every lever once, with a rest after each."""
        for wire in self.wires:
            wire.drive(high=not wire.high)
            self.edges += 1
            time.sleep(0.002)

    def storm(self, pace: Pace) -> None:
        """Throw levers about, each with bounce, and leave them where they are."""
        for _ in range(self.random.randrange(5, 40)):
            wire = self.random.choice(self.wires)
            high = not wire.high
            bounces = self.random.randrange(BOUNCES[pace])
            self.edges += 2 * bounces + 1
            if pace == "steady":
                for _ in range(bounces):
                    wire.drive(high=high)
                    time.sleep(0.002)
                    wire.drive(high=not high)
                    time.sleep(0.002)
                wire.drive(high=high)
                time.sleep(0.002)
            else:
                wire.bounce(bounces, high=high)


@contextmanager
def nobody_else_runs() -> Iterator[None]:
    """The guest has one processor: this thread takes it, and no edge is fetched meanwhile."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


class RunningBox:
    """The box, the referee and the loop, on a thread of their own and in real time.

    No fixture builds it: it is the kernel that is tried here, and the guest has no pytest.
    """

    def __init__(self, match: Match) -> None:
        box_file = Path("/run/box.toml")
        box_file.write_text(match.box_toml("/dev/nowhere"))
        read = read_box(box_file, check_box_file)
        self._inbox = EventInbox(monotonic_us)
        self.heard = 0
        self.arrived = 0
        self.lost = 0
        self.rulings = 0
        self._stopped = False
        self.deaf = False
        self._box = open_box(read, monotonic_us, self._hand_over)
        known = self._box.read()
        rules = rules_of(read.rules)
        self._dice = rules.dice.count
        referee = Referee(rules, players_of(read.rules, rules), open_tiles(known))
        self.runtime = Runtime(self._box, referee, known, monotonic_us(), self._say, lambda _: None)
        self._thread = Thread(
            target=lambda: run(self.runtime, self._inbox, monotonic_us, lambda: self._stopped)
        )

    @property
    def book(self) -> tuple[int, ...]:
        """The tiles that the referee has as open."""
        return numbers(self.runtime.referee.play.levers)

    @property
    def still_runs(self) -> bool:
        """Whether nothing has ended the loop."""
        return self._thread.is_alive()

    def throw(self, random: Random) -> None:
        """Something for the referee to judge the levers by."""
        values = [random.randint(1, 6) for _ in range(self._dice)]
        self._inbox.hand_over(DiceRolled(monotonic_us(), tuple(values)))

    def __enter__(self) -> RunningBox:
        self._thread.start()
        return self

    def __exit__(self, *_ended: object) -> None:
        self._stopped = True
        self._inbox.wake()
        self._thread.join()
        self._box.close()

    def _hand_over(self, event: DeviceEvent) -> None:
        if isinstance(event, Edge):
            self.arrived += 1
            self.lost += event.lost
        if self.deaf:
            return
        self.heard += isinstance(event, Edge)
        self._inbox.hand_over(event)

    def _say(self, _ruling: object) -> None:
        self.rulings += 1


def weather(box: RunningBox, levers: WiredLevers, pace: Pace) -> Storm:
    """One storm, and the calm after it."""
    edges, heard = levers.edges, box.heard
    box.throw(levers.random)
    if pace in ("bursts", "floods"):
        with nobody_else_runs():
            levers.storm(pace)
    elif pace == "deaf":
        box.deaf = True
        levers.storm(pace)
        time.sleep(5 * NAP)
        box.deaf = False
    else:
        levers.storm(pace)
    standing = levers.standing
    naps, calm = 0, False
    while naps < NAPS and not calm:
        before = box.heard
        time.sleep(NAP)
        naps += 1
        calm = box.heard == before and box.runtime.at_rest and box.book == standing
    return Storm(
        pace,
        edges=levers.edges - edges,
        heard=box.heard - heard,
        naps=naps,
        at_rest=box.runtime.at_rest,
        levers=standing,
        book=box.book,
    )


def storms_of_each_pace(match: Match, count: int) -> dict[str, Any]:
    """So many storms at each pace, one after the other."""
    levers = WiredLevers(Random(300), match)
    with RunningBox(match) as box:
        storms = [weather(box, levers, pace) for pace in PACES for _ in range(count)]
        return report_of(box, levers, storms)


def storms_for(match: Match, seconds: float) -> dict[str, Any]:
    """Storms at any pace, with calms of any length between them, for so long."""
    levers = WiredLevers(Random(3600), match)
    storms = []
    with RunningBox(match) as box:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            storms.append(weather(box, levers, levers.random.choice(PACES)))
            time.sleep(levers.random.expovariate(1 / CALM_S))
        return report_of(box, levers, storms)


def report_of(box: RunningBox, levers: WiredLevers, storms: list[Storm]) -> dict[str, Any]:
    """What became of them. The next edge of a line tells how many were lost before it."""
    levers.move_each()
    time.sleep(5 * NAP)
    return {
        "edges": levers.edges,
        "arrived": box.arrived,
        "lost": box.lost,
        "storms": [asdict(storm) for storm in storms],
        "rulings": box.rulings,
        "still_runs": box.still_runs,
    }


def main() -> int:
    """``storms MATCH COUNT`` or ``hours MATCH SECONDS``; prints the report."""
    what, match, amount = sys.argv[1:]
    if what == "storms":
        report = storms_of_each_pace(MATCHES[match], int(amount))
    else:
        report = storms_for(MATCHES[match], float(amount))
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
