"""How fast a command starts, beside an empty Python."""

from __future__ import annotations

import subprocess
import sys

from bench.ratio import beside

RUNS = 20
COMMANDS = (
    ["rules", "list"],
    ["legal", "--throw", "3,4"],
    ["rules", "show", "canoga"],
    ["play", "--help"],
)


def report() -> str:
    """Measure each command as a whole process, beside ``python -c pass``."""
    return "\n".join(_line(command) for command in COMMANDS)


def _line(command: list[str]) -> str:
    times = beside(
        lambda: _run(["-m", "boxctl", *command]), lambda: _run(["-c", "pass"]), rounds=RUNS
    )
    return (
        f"start: boxctl {' '.join(command)}: {times.thing * 1000:.0f} ms, "
        f"{times.ratio:.1f} times python -c pass"
    )


def _run(arguments: list[str]) -> None:
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
