"""Runs ``boxctl run`` inside the virtual Pi as the service runs it, as far as that kernel goes.

It has neither control groups nor seccomp, so no systemd. The box is run as another user than root,
in the group of the pins, without capabilities, over a read-only file system, and every system call
is written down. Prints a line of JSON: what happened, and which calls were made.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.wire import Wire

NOBODY = 65534
PINS_GROUP = 997
STATE = Path("/run/boxctl")
TRACES = Path("/run/traces")
SAID = TRACES / "said"
LAMP_OF_2 = 15
BOX = """\
[box]
tiles = 3
[rules]
variant = "classic"
set = { tiles = 3 }
[tiles]
driver = "gpio"
pins = [4, 17, 27]
[lamps]
driver = "gpio"
pins = [14, 15, 18]
[buttons]
driver = "gpio"
confirm = 20
new = 21
roll = 16
[roller]
driver = "pi"
[buzzer]
driver = "gpio"
pin = 26
"""


def prepare() -> Path:
    """Give the pins to a group, and make the box a directory of its own."""
    for chip in Path("/dev").glob("gpiochip*"):
        os.chown(chip, 0, PINS_GROUP)
        chip.chmod(0o660)
    for directory in (STATE, TRACES):
        directory.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", directory], check=True)
    config = TRACES / "box.toml"
    config.write_text(BOX)
    os.chown(STATE, NOBODY, NOBODY)
    return config


def start(config: Path) -> subprocess.Popen[bytes]:
    """Start the box over a read-only file system. Each of its processes has a file of calls."""
    read_only = ["unshare", "--mount", "sh", "-c", 'mount -o remount,bind,ro / && exec "$@"', "sh"]
    trace = ["strace", "-ff", "-qq", "-s", "0", "-o", str(TRACES / "calls")]
    loses_power = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", f"--groups={PINS_GROUP}",
                   "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]  # fmt: skip
    # A Python of its own: this one may lie where no other user may look.
    box = [sys.argv[1], "-m", "boxctl", "run", "--config", str(config), "--journal",
           str(STATE / "journal.db")]  # fmt: skip
    with SAID.open("w") as said:
        return subprocess.Popen(
            [*read_only, *trace, *loses_power, *box],
            stdout=said,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))},
        )


def calls_of_the_box() -> list[str]:
    """Every call since the box's own program has begun; setpriv made those before."""
    found = []
    for trace in TRACES.glob("calls.*"):
        lines = trace.read_text().splitlines()
        starts = [at for at, line in enumerate(lines) if line.startswith("execve(")]
        found += lines[starts[-1] if starts else 0 :]
    return [line for line in found if re.match(r"[a-z0-9_]+\(", line)]


def wait_for(seen: Callable[[], bool]) -> bool:
    """Look until it is so; return whether it ever was."""
    deadline = time.monotonic() + 10 * PATIENCE
    while not seen() and time.monotonic() < deadline:
        time.sleep(0.05)
    return seen()


def main() -> int:
    """Run the box, move a lever, end it, and report."""
    for pin in (4, 17, 27):
        Wire(pin).drive(high=True)
    box = start(prepare())
    report: dict[str, object] = {"lit": wait_for(lambda: Wire(LAMP_OF_2).high)}
    Wire(17).drive(high=False)
    report["dark"] = wait_for(lambda: not Wire(LAMP_OF_2).high)
    report["recorded"] = wait_for((STATE / "journal.db-wal").exists)
    wait_for(lambda: "R4.4" in SAID.read_text())
    (process,) = {
        int(path.name)
        for path in Path("/proc").glob("[0-9]*")
        if b"boxctl\0run" in (path / "cmdline").read_bytes() and path.stat().st_uid == NOBODY
    }
    os.kill(process, signal.SIGTERM)
    report["status"] = box.wait(timeout=10 * PATIENCE)
    report["said"] = SAID.read_text()
    calls = calls_of_the_box()
    report["calls"] = sorted({call.partition("(")[0] for call in calls})
    report["sockets"] = sorted({c for c in calls if c.startswith("socket(")})
    report["code made"] = sorted(
        {c for c in calls if "PROT_WRITE|PROT_EXEC" in c or ("mprotect(" in c and "PROT_EXEC" in c)}
    )
    report["devices"] = Path("/proc/devices").read_text()
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
