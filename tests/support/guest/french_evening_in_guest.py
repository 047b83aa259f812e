"""Plays the evening of a plan inside the virtual Pi: ``french_evening_in_guest.py DIRECTORY``.

The directory, one of the host, has ``plan.json``; the journal is left there. The script is the
people, who do each thing when all was told of the one before. It prints a report as JSON: for each
``boxctl run`` the rulings as sentences, what was said, and what was shown.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.support.firmware.pty_roller import PtyRoller
from tests.support.guest.french_evening import NEW, THE_EVENING, TILES, Sitting
from tests.support.guest.match_in_guest import PATIENCE, Rulings
from tests.support.tables.wire import Wire

DIRECTORY = Path("/run/evening")
SAID, SHOWN, JOURNAL = DIRECTORY / "said", DIRECTORY / "shown", DIRECTORY / "journal.db"

SPEAKS = DIRECTORY / "speaks"
PROGRAM = f"""#!/bin/sh
words=$(cat)
echo "$*|$words" >> {SAID}
"""


class People:
    """They move levers, throw dice and press a button, and hear and read what is told."""

    def __init__(self, roller: PtyRoller) -> None:
        self.roller = roller
        self.tiles = [Wire(pin) for pin in TILES]
        self.new = Wire(NEW)

    def do(self, kind: str, values: list[int]) -> None:
        match kind:
            case "throw":
                self.roller.throw(values)
            case "shut" | "open":
                for number in values:
                    # Without a bounce: gpio-sim merges edges that are too close, and one that is
                    # lost makes a ruling uncertain.
                    self.tiles[number - 1].drive(high=kind == "open")
            case "new":
                self.new.drive(high=False)
                time.sleep(0.15)
                self.new.drive(high=True)


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def wait_until_told(step: dict[str, Any], said: int) -> None:
    """Wait until so much was said in this sitting, and a page of this step is shown."""
    until = time.monotonic() + PATIENCE
    while len(lines_of(SAID)) < said or lines_shown() not in step["pages"]:
        if time.monotonic() > until:
            raise RuntimeError(f"not told: {step} after {lines_of(SAID)[-4:]}, {lines_shown()}")
        time.sleep(0.02)


def lines_shown() -> list[str] | None:
    """The lines on the display."""
    shown = lines_of(SHOWN)
    return json.loads(shown[-1])["lines"] if shown else None


def sit(sitting: Sitting, steps: list[dict[str, Any]], people: People) -> dict[str, Any]:
    """One ``boxctl run``."""
    for file in (SAID, SHOWN):
        file.unlink(missing_ok=True)
    config = DIRECTORY / "box.toml"
    config.write_text(sitting.box_toml(people.roller.port, SPEAKS))
    command = [
        *(sys.executable, "-m", "tests.support.guest.run_on_lcd", str(SHOWN), "--lines"),
        *("--config", str(config), "--journal", str(JOURNAL)),
    ]
    environment = os.environ | {"XDG_RUNTIME_DIR": str(DIRECTORY)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as boxctl:
        assert boxctl.stdout is not None
        rulings, ruled, said = Rulings(boxctl.stdout), 0, 0
        try:
            for step in steps:
                people.do(*step["action"])
                ruled, said = ruled + len(step["ruled"]), said + len(step["said"])
                rulings.wait_for(ruled)
                wait_until_told(step, said)
        finally:
            boxctl.send_signal(signal.SIGTERM)
            status = boxctl.wait(timeout=PATIENCE)
    heard = [line.split("|", 1) for line in lines_of(SAID)]
    return {
        "status": status,
        "ruled": [ruling["text"] for ruling in rulings.all],
        "programs": sorted({arguments for arguments, _words in heard}),
        "said": [words for _arguments, words in heard],
        "shown": [json.loads(line) for line in lines_of(SHOWN)],
    }


def main() -> int:
    """Play every sitting, and print the report."""
    left_at = Path(sys.argv[1])
    plan = json.loads((left_at / "plan.json").read_text())
    DIRECTORY.mkdir()
    SPEAKS.write_text(PROGRAM)
    SPEAKS.chmod(0o755)
    with PtyRoller() as roller:
        people = People(roller)
        report = [
            sit(sitting, steps, people) for sitting, steps in zip(THE_EVENING, plan, strict=True)
        ]
    for file in DIRECTORY.glob("journal.db*"):
        shutil.copy(file, left_at)
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
