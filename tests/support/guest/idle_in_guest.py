"""What ``boxctl run`` costs when nobody plays, or how soon it is there, inside the virtual Pi.

Run there as a script with the argument ``rest`` or ``start``, it prints a report as JSON. ``rest``
is for virtual time, in which the program is done with its start before the time goes on.

The box has nine tiles with lamps, a roller on a serial port, and a journal. A wake-up is a thread
of the program that had given the processor away and gets it back.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.support.firmware.pty_roller import PtyRoller
from tests.support.guest.interrupted_in_guest import DIRECTORY, program
from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.the_match import THE_MATCH

REST_S = 60
IDLE_S = 600
ROUNDS = 5


def wake_ups(process: int) -> dict[str, int]:
    """How often each thread has been woken so far."""
    return {
        f"{thread.name} {(thread / 'comm').read_text().strip()}": field(
            thread / "status", "voluntary_ctxt_switches"
        )
        for thread in Path(f"/proc/{process}/task").iterdir()
    }


def field(status: Path, name: str) -> int:
    """A number of a status file."""
    line = next(line for line in status.read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1])


def imports() -> float:
    """Seconds for gpiozero and gpiod to be imported by a Python of their own."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import gpiozero, gpiod"], check=True, cwd=DIRECTORY)
    return time.monotonic() - began


def start(config: Path, journal: str) -> float:
    """Seconds until ``boxctl run`` says whose turn it is, with a journal of this name.

    Its match is interrupted: the next start with this journal checks its signatures first.
    """
    began = time.monotonic()
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "boxctl", "run", "--config", str(config), "--new"),
            *("--journal", str(DIRECTORY / journal)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        took = time.monotonic() - began
        process.terminate()
        process.wait(timeout=PATIENCE)
    return took


def rest(config: Path) -> dict[str, Any]:
    """Let it lie, and look."""
    # What compiles keeps some memory of it, and an installed program finds all compiled.
    start(config, "compiled.db")
    with program(config, signal.SIGTERM) as box:
        box.rulings.wait_for('"ready"')
        box.words.wait_for("the roller answers")
        # The start leaves some things to be done, and the roller is at rest after ten answers.
        time.sleep(REST_S)
        before = wake_ups(box.process.pid)
        time.sleep(IDLE_S)
        after = wake_ups(box.process.pid)
        resident = field(Path(f"/proc/{box.process.pid}/status"), "VmRSS")
    woken = {thread: count - before.get(thread, 0) for thread, count in after.items()}
    return {"woken": woken, "seconds": IDLE_S, "resident_kb": resident}


def starts(config: Path) -> dict[str, float]:
    """The seconds of the imports, of a start, and of one after a match that was interrupted.

    In turn, as a busy host is not equally busy all the time; the best of each is what it takes.
    """
    rounds = [
        {
            "imports": imports(),
            "start": start(config, f"new-{number}.db"),
            "start_again": start(config, "again.db"),
        }
        for number in range(ROUNDS + 1)
    ]
    # The first of each compiles and reads from the disk what the others find.
    return {what: min(each[what] for each in rounds[1:]) for what in rounds[0]}


def main(what: str) -> int:
    """Measure the one or the other."""
    DIRECTORY.mkdir()
    # Python's own notes of compiled files, as an installed program has them.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = "/run/compiled"
    with PtyRoller(THE_MATCH.dice) as roller:
        config = DIRECTORY / "box.toml"
        config.write_text(THE_MATCH.box_toml(roller.port))
        report = rest(config) if what == "rest" else starts(config)
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
