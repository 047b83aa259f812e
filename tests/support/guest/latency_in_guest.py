"""Measures how soon the box answers a lever, inside the virtual Pi: run there as a script with a
number of edges, it prints a report as JSON.

The same levers are moved at the same pace before two programs, one after the other: a bare gpiozero
on lgpio, whose callback lights an LED, and the table of ``boxctl run``. Each is a process of its
own, which notes when the kernel says that an edge was and when its lamp had been written; the table
also when it has said what it rules.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from random import Random
from threading import Condition, Thread
from typing import Any

from boxctl.referee.ruling import Ruling
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from hardware.config.pins import ChipName
from hardware.config.read import read_box
from hardware.gpio.gpiod_chips import GpiodChips
from hardware.gpio.open_chip import InputLines, LineEdge, OnEdge, OpenChip, OutputLines
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

PACE_S = (0.012, 0.018)
"""From one lever to the next, at least and at most: each of nine rests for longer than the bump
time, and than a sensor that chatters. Before the table each rests until it is ruled on, too,
however slow the machine is."""

OVERSLEPT_S = 0.01
"""Who sleeps for so much longer than he wanted was stopped, with all that runs in the guest."""

TO_CATCH_UP_S = 0.03
"""What the table gets after that, before a lever moves again: it has edges to look at."""

TO_COME_TO_REST_S = 1.5
"""After the start of a program: the key is read and the first entries are signed meanwhile."""

LOST_AFTER_S = 60.0
"""A ruling, or a start, that has not come by then never comes."""

BUMP_MS = 80
A_LONG_BUMP_MS = 1000
"""With this every lever has returned before it is ruled on, so that no lamp asks for anything."""

ROUNDS = 3


class Program(StrEnum):
    """A program that is measured."""

    BARE = "bare"
    LAMPS = "lamps"
    RULINGS = "rulings"


class Line(StrEnum):
    """What a measured program prints before its report: it has started; it has said a ruling."""

    READY = "ready"
    RULED = "ruled"


Stamped = list[tuple[int, int]]
"""Tiles, or lines, and times in nanoseconds."""


class Box:
    """The table of ``boxctl run``, with a stopwatch at the lines of the chip and at the rulings."""

    def __init__(self, bump_ms: int) -> None:
        self.edges: Stamped = []
        self.lamps: Stamped = []
        self.said: list[int] = []
        file = Path("/run/box.toml")
        text = THE_MATCH.box_toml("/dev/nowhere")
        text = text.replace("set = {", f"set = {{ bump_ms = {bump_ms}, act_ms = 0,")
        file.write_text(text[: text.index("[roller]")] + 'roll = 16\n[roller]\ndriver = "pi"\n')
        self._table = BoxTable(
            read_box(file, check_box_file),
            self._say,
            lambda _: None,
            lambda _: None,
            journal=Path(f"/run/journal-{os.getpid()}.db"),  # no round goes on with another
            chips=lambda closing: StopwatchChips(closing, self.edges, self.lamps),
        )

    def _say(self, _ruling: Ruling) -> None:
        self.said.append(time.monotonic_ns())
        print(Line.RULED, flush=True)

    def run(self) -> dict[str, Any]:
        """Play until the end of the input; return how long each edge took, in microseconds."""
        with self._table:
            Thread(target=self._stop_at_the_end_of_input, daemon=True).start()
            print(Line.READY, flush=True)
            self._table.run()
        # The first ruling is that the turn begins; then each change of a lever has one, in order.
        rulings = [
            (said - at) // 1000
            for (_line, at), said in zip(self.edges, self.said[1:], strict=False)
        ]
        tiles = {pin: number for number, pin in enumerate(THE_MATCH.tiles)}
        places = {pin: number for number, pin in enumerate(THE_MATCH.lamps)}
        edges = [(tiles[line], at) for line, at in self.edges]
        lamps = [(places[line], at) for line, at in self.lamps]
        return {"lamps": delays(edges, lamps), "rulings": rulings}

    def _stop_at_the_end_of_input(self) -> None:
        sys.stdin.read()
        self._table.stop()


class StopwatchChips:
    """The chips of the kernel, with what they tell and are told."""

    def __init__(self, closing: ExitStack, edges: Stamped, lamps: Stamped) -> None:
        self._chips = GpiodChips(closing)
        self._edges = edges
        self._lamps = lamps
        self._timed: dict[OpenChip, OpenChip] = {}

    def open(self, name: ChipName) -> OpenChip:
        """The chip of this name: the same object each time, as lines of one are held together."""
        chip = self._chips.open(name)
        if chip not in self._timed:
            self._timed[chip] = StopwatchChip(chip, self._edges, self._lamps)
        return self._timed[chip]


class StopwatchChip:
    """A chip of the kernel."""

    def __init__(self, chip: OpenChip, edges: Stamped, lamps: Stamped) -> None:
        self._inside = chip
        self.chip = chip.chip
        self._edges = edges
        self._lamps = lamps
        self.user_of = chip.user_of
        self.open_again = chip.open_again

    def inputs(self, lines: Sequence[int], *, pull_up: bool, on_edge: OnEdge) -> InputLines:
        """Hold these lines and note their edges."""

        def note(edge: LineEdge) -> None:
            self._edges.append((edge.line, edge.at_ns))
            on_edge(edge)

        return self._inside.inputs(lines, pull_up=pull_up, on_edge=note)

    def outputs(self, lines: Sequence[int], on: int, *, active_high: bool) -> OutputLines:
        """Hold these lines and note when they are written."""
        outputs = self._inside.outputs(lines, on, active_high=active_high)
        return StopwatchOutputs(outputs, lines, self._lamps)


class StopwatchOutputs:
    """Lamps."""

    def __init__(self, outputs: OutputLines, lines: Sequence[int], lamps: Stamped) -> None:
        self._inside = outputs
        self._lines = lines
        self._lamps = lamps
        self.close = outputs.close

    def set(self, on: int, mask: int) -> None:
        """Write these."""
        self._inside.set(on, mask)
        now = time.monotonic_ns()
        self._lamps += [(line, now) for bit, line in enumerate(self._lines) if mask >> bit & 1]


def bare() -> dict[str, Any]:
    """What gpiozero takes from an edge to its callback and to an LED."""
    from gpiozero import LED, InputDevice
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = LGPIOFactory()
    edges: Stamped = []
    lamps: Stamped = []
    callbacks = []
    for tile, (pin, lamp) in enumerate(zip(THE_MATCH.tiles, THE_MATCH.lamps, strict=True)):
        lever = InputDevice(pin, pull_up=True, pin_factory=factory)
        led = LED(lamp, pin_factory=factory)

        def light(ticks: float, high: int, tile: int = tile, led: LED = led) -> None:
            led.value = high
            now = time.monotonic_ns()
            edges.append((tile, round(ticks * 1e9)))
            lamps.append((tile, now))

        lever.pin.edges = "both"
        lever.pin.when_changed = light
        callbacks.append((lever, light))
    print(Line.READY, flush=True)
    sys.stdin.read()
    return {"lamps": delays(edges, lamps)}


def delays(edges: Stamped, lamps: Stamped) -> list[int]:
    """From each edge to the first writing of the lamp of its tile after it, in microseconds.

    A lever that has gone to and fro before the loop came to it needs no writing: its two edges wait
    for that of the next.
    """
    waiting: dict[int, deque[int]] = {}
    for tile, at in edges:
        waiting.setdefault(tile, deque()).append(at)
    found = []
    for tile, lit in lamps:
        while waiting.get(tile) and waiting[tile][0] <= lit:
            found.append((lit - waiting[tile].popleft()) // 1000)
    return found


class Progress:
    """What a measured program has printed, read by a thread of its own. Thread-safe."""

    def __init__(self, output: Iterable[str]) -> None:
        self._output = output
        self._changed = Condition()
        self._ready = False
        self._ruled = 0
        self._report: dict[str, Any] = {}
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._output:
            with self._changed:
                match line.strip():
                    case Line.READY:
                        self._ready = True
                    case Line.RULED:
                        self._ruled += 1
                    case report:
                        self._report = json.loads(report)
                self._changed.notify_all()

    def wait_until_ready(self) -> None:
        """Wait until the program has started."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._ready, LOST_AFTER_S)

    def wait_for_rulings(self, count: int) -> None:
        """Wait until so many rulings are said, and for a lost one :data:`LOST_AFTER_S`."""
        with self._changed:
            self._changed.wait_for(lambda: self._ruled >= count, LOST_AFTER_S)

    def report(self) -> dict[str, Any]:
        """Return the report, once the program has ended."""
        self._reader.join()
        return self._report


def measured(program: Program, count: int) -> dict[str, Any]:
    """Move levers so many times in all before this program."""
    wires = [Wire(pin) for pin in THE_MATCH.tiles]
    random = Random(count)
    with subprocess.Popen(
        [sys.executable, __file__, program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        progress = Progress(process.stdout)
        progress.wait_until_ready()
        time.sleep(TO_COME_TO_REST_S)
        # Claiming a line with a pull-up makes it high: every lever stands.
        for number in range(count):
            if program == Program.RULINGS:
                # The first ruling is that the turn begins.
                progress.wait_for_rulings(number - len(wires) + 2)
            wires[number % len(wires)].drive(high=bool(number // len(wires) % 2))
            sleep_where_time_runs(random.uniform(*PACE_S))
        if program == Program.RULINGS:
            progress.wait_for_rulings(count + 1)
        time.sleep(5 * BUMP_MS / 1000)
        process.stdin.close()
        return progress.report()


def sleep_where_time_runs(seconds: float) -> None:
    """Sleep, and longer if the host did not let the guest run meanwhile.

    A lever that returns before the table has had a moment to look cannot be ruled on twice.
    """
    while True:
        began = time.monotonic()
        time.sleep(seconds)
        if time.monotonic() - began < seconds + OVERSLEPT_S:
            return
        seconds = TO_CATCH_UP_S


def middle_and_last(rounds: Sequence[list[int]]) -> dict[str, int]:
    """How many there are, their median, their 99th percentile, and the least median of a round."""
    ordered = sorted(time for times in rounds for time in times)
    return {
        "count": len(ordered),
        "p50": ordered[len(ordered) // 2],
        "p99": ordered[len(ordered) * 99 // 100],
        "best": min(sorted(times)[len(times) // 2] for times in rounds),
    }


def measured_in_rounds(count: int) -> dict[str, Any]:
    """Measure all in turn, again and again, as a busy host is not equally busy all the time."""
    # An even number of throws of every lever ends as it began.
    a_round = count // ROUNDS // (2 * len(THE_MATCH.tiles)) * (2 * len(THE_MATCH.tiles))
    lit, shown, ruled = [], [], []
    for _ in range(ROUNDS):
        lit.append(measured(Program.BARE, a_round)["lamps"])
        shown.append(measured(Program.LAMPS, a_round)["lamps"])
        ruled.append(measured(Program.RULINGS, a_round)["rulings"])
    return {
        "edges": ROUNDS * a_round,
        "bump": BUMP_MS * 1000,
        "bare": middle_and_last(lit),
        "lamps": middle_and_last(shown),
        "rulings": middle_and_last(ruled),
    }


def main() -> int:
    """Measure, or be one of the programs that are measured."""
    match sys.argv[1]:
        case Program.BARE:
            print(json.dumps(bare()))
        case Program.LAMPS:
            print(json.dumps(Box(A_LONG_BUMP_MS).run()))
        case Program.RULINGS:
            print(json.dumps(Box(BUMP_MS).run()))
        case count:
            print(json.dumps(measured_in_rounds(int(count))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
