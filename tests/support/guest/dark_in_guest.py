"""Kills ``boxctl run`` inside the virtual Pi, and has ``boxctl dark`` clear up after it.

Once on a kernel that resets the outputs of a program that has ended, and once on one that keeps
them driven, as Raspberry Pi kernels do, by itself or with the help of a level keeper. Prints a line
of JSON: which lamps were lit when.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.support.guest.interrupted_in_guest import program
from tests.support.guest.level_keeper import levels_kept
from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.wire import Wire

PERSIST = Path("/sys/module/gpio_sim/parameters/persist_gpio_outputs")
DIRECTORY = Path("/run/interrupted")
KEPT_WITHIN_S = 0.1
"""The level keeper looks more often than this."""

LAMPS = {1: 14, 2: 15, 3: 18}
BOX = f"""\
[box]
tiles = 3
[rules]
variant = "classic"
set = {{ tiles = 3 }}
[tiles]
driver = "gpio"
pins = [4, 17, 27]
[lamps]
driver = "gpio"
pins = {list(LAMPS.values())}
[buttons]
driver = "gpio"
roll = 16
[roller]
driver = "pi"
"""


def lit() -> list[int]:
    """The tiles whose lamps are lit."""
    return [tile for tile, pin in LAMPS.items() if Wire(pin).high]


def wait_for_light() -> list[int]:
    """The lamps, once they are as the levers stand."""
    deadline = time.monotonic() + PATIENCE
    while lit() != list(LAMPS) and time.monotonic() < deadline:
        time.sleep(0.01)
    return lit()


def outputs_kept() -> AbstractContextManager[None]:
    """Have outputs stay driven that a program has left behind."""
    return kept_by_the_kernel() if PERSIST.exists() else levels_kept([*LAMPS.values()])


@contextmanager
def kept_by_the_kernel() -> Iterator[None]:
    PERSIST.write_text("Y")
    yield
    PERSIST.write_text("N")


def what_is_lit(config: Path) -> dict[str, object]:
    """The lamps while the box runs, after it was killed, and after they were darkened."""
    for file in DIRECTORY.glob("journal.db*"):
        file.unlink()
    with program(config, signal.SIGKILL) as running:
        running.rulings.wait_for('"ready"')
        while_it_runs = wait_for_light()
        time.sleep(KEPT_WITHIN_S)
    after_the_kill = lit()
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "dark", "--config", str(config)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XDG_RUNTIME_DIR": str(DIRECTORY)},
        timeout=PATIENCE,
    )
    return {
        "while it runs": while_it_runs,
        "after the kill": after_the_kill,
        "after dark": lit(),
        "status": ended.returncode,
        "said": ended.stdout + ended.stderr,
    }


def main() -> int:
    """Try both kernels."""
    DIRECTORY.mkdir()
    config = DIRECTORY / "box.toml"
    config.write_text(BOX)
    for pin in (4, 17, 27):
        Wire(pin).drive(high=True)
    report = {"reset": what_is_lit(config)}
    with outputs_kept():
        report["kept driven"] = what_is_lit(config)
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
