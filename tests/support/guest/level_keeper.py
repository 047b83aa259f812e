"""Keeps the levels of outputs inside the virtual Pi after their program has ended.

A kernel of Raspberry Pi OS does that by itself, and so does one built with gpio-sim-persist.patch.
On any other, a simulated line that is released goes where it is pulled. Run as a script with pins
as arguments, this pulls each line to the level that it is driven to, so that it stays there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import gpiod
from gpiod.line import Direction

from tests.support.tables.wire import Wire

EVERY_S = 0.002
"""So often it is looked at the levels of lines that stay requested."""


@contextmanager
def levels_kept(pins: list[int]) -> Iterator[None]:
    """Keep the levels of these lines, for as long as this lasts."""
    command = [sys.executable, "-m", "tests.support.guest.level_keeper", *map(str, pins)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as keeper:
        assert keeper.stdout is not None
        keeper.stdout.readline()
        try:
            yield
        finally:
            keeper.terminate()


def keep(pins: list[int]) -> None:
    """Pull each line to where it is driven, until the process is ended."""
    # The only processor is its own the moment a line is requested: who requests a line, sets it
    # and releases it again does not get between.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    wires = {pin: Wire(pin) for pin in pins}
    with gpiod.Chip("/dev/gpiochip0") as chip:
        for pin in pins:
            chip.watch_line_info(pin)
        sys.stdout.write("it watches\n")
        sys.stdout.flush()
        while True:
            if chip.wait_info_event(EVERY_S):
                chip.read_info_event()
            for pin, wire in wires.items():
                info = chip.get_line_info(pin)
                if info.used and info.direction is Direction.OUTPUT:
                    wire.drive(high=wire.high)


if __name__ == "__main__":
    keep([int(pin) for pin in sys.argv[1:]])
