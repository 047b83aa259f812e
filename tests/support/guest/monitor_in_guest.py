"""Moves levers with bounce before ``boxctl monitor`` inside the virtual Pi.

It reports, as JSON, what was done to the lines, and what the monitor says of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.support.guest.interrupted_in_guest import Lines
from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

MOVES = 6
"""Each lever is moved so often: an even number, so that it ends as it began."""

BOUNCES = 4
"""A move has fewer bounces than this."""

BOUNCE_S = 0.0004
"""From one edge of a move to the next; all of them fall within the debounce time."""


class Monitor:
    """One ``boxctl monitor --json``; orders are typed to it."""

    def __init__(self, config: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boxctl", "monitor", "--json", "--config", str(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.lines = Lines(self.process.stdout)

    def order(self, words: str) -> None:
        """Type an order."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()

    def reports(self, tile: int) -> list[dict[str, Any]]:
        """What was reported of a tile."""
        told = [json.loads(line) for line in self.lines.all]
        return [report for report in told if report.get("tile") == tile]

    def wait_for_reports(self, tile: int, count: int) -> None:
        """Wait until so many were."""
        while len(self.reports(tile)) < count:
            self.lines.wait_for_more()


def main() -> int:
    """Move, light, throw, end; then print the report."""
    config = Path("/run/box.toml")
    text = THE_MATCH.box_toml("/dev/nowhere")
    text = text[: text.index("[roller]")] + 'roll = 16\n[roller]\ndriver = "pi"\n'
    config.write_text(text)
    wires = [Wire(pin) for pin in THE_MATCH.tiles]
    lamps = [Wire(pin) for pin in THE_MATCH.lamps]
    random = Random("the monitor")
    driven = []
    monitor = Monitor(config)
    monitor.lines.wait_for('"table"')
    for tile, wire in enumerate(wires, start=1):
        edges = []
        for move in range(MOVES):
            bounces = random.randrange(BOUNCES)
            wire.bounce(bounces, high=bool(move % 2), apart_s=BOUNCE_S)
            edges.append(2 * bounces + 1)
            monitor.wait_for_reports(tile, move + 1)
        driven.append(edges)
    lit = []
    for number in range(1, len(lamps) + 1):
        monitor.order("lamps none")
        monitor.order(f"lamp {number}")
        monitor.order("dance")
        until = time.monotonic() + PATIENCE
        while [lamp.high for lamp in lamps].count(True) != 1 or not lamps[number - 1].high:
            if time.monotonic() > until:
                break
            time.sleep(0.02)
        lit.append([place for place, lamp in enumerate(lamps, start=1) if lamp.high])
    monitor.order("throw")
    monitor.lines.wait_for('"throw"')
    monitor.order("quit")
    monitor.process.wait(timeout=PATIENCE)
    monitor.lines.wait_for_more()
    monitor.lines.take_what_is_there()
    print(
        json.dumps(
            {
                "driven": driven,
                "reported": [monitor.reports(tile) for tile in range(1, len(wires) + 1)],
                "table": json.loads(monitor.lines.all[-1])["table"],
                "lit": lit,
                "lit_after": [lamp.high for lamp in lamps],
                "status": monitor.process.returncode,
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
