"""Record the noise of a board into a file, and say how much entropy it has."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from bench.noise.estimate import WANTED
from bench.noise.record import NoNoise, record_noise, report
from boxctl.cli.box.roller import serial_port
from firmware_bridge.port.find_port import AUTO
from groundwork.faults import Fault


def main(arguments: list[str] | None = None) -> int:
    """Record, print the report, and return 0 if all samples came."""
    parser = argparse.ArgumentParser(prog="python -m bench.noise", description=__doc__)
    parser.add_argument("file", type=Path, help="a new file for the samples, a byte each")
    parser.add_argument("--port", default=AUTO, help="auto, a serial port, or emulated")
    parser.add_argument("--baud", type=int, default=115200)
    parser.add_argument(
        "--samples", type=int, default=WANTED, help=f"how many (default: {WANTED}, five hours)"
    )
    given = parser.parse_args(arguments)
    try:
        with ExitStack() as opening:
            writes_to = opening.enter_context(given.file.open("xb"))
            port = serial_port(given.port, given.baud, opening)
            recording = record_noise(port, given.baud, given.samples, writes_to)
    except (OSError, Fault, NoNoise) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(*report(recording), sep="\n")
    return 0 if len(recording.samples) >= given.samples else 1


if __name__ == "__main__":
    sys.exit(main())
