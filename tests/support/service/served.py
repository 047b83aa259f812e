"""A box that is served: by the command of the service's unit, or by the service, installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from tests.support.guest.match_in_guest import PATIENCE, Rulings
from tests.support.service.commands import (
    asked,
    command_of_unit,
    ready_socket,
    wait_until_ready,
)

INSTALL_PATIENCE_S = 300.0

CONFIG = Path("/etc/boxctl/box.toml")
JOURNAL = Path("/var/lib/boxctl/journal.db")
DROP_IN = Path("/etc/systemd/system/boxctl.service.d/trial.conf")
RULINGS = Path("/mnt/out/rulings")
SAID = Path("/mnt/out/said")

TELLS_RULINGS = f"""\
[Service]
ExecStart=
ExecStart=/opt/boxctl/current/bin/boxctl run --config {CONFIG} --lines
StandardOutput=append:{RULINGS}
StandardError=append:{SAID}
"""
"""Whoever plays must hear the rulings; all that the service may do is as the unit says."""


class ServedBox(Protocol):
    """A box that plays, from the beginning of ``with`` to its end."""

    journal: Path
    rulings: Rulings

    def end(self) -> dict[str, Any]:
        """End the box, and tell its exit status and what else there is to tell."""


Server = Callable[[Path, Path], AbstractContextManager[ServedBox]]
"""Serves the box of a box.toml; the journal is where it is to be, if that can be chosen."""


class ByCommand:
    """The box is served by the command of the unit, and says to us that it is ready."""

    def __init__(self, file: Path, journal: Path) -> None:
        self._file = file
        self.journal = journal

    def __enter__(self) -> ByCommand:
        ready, environment = ready_socket()
        command = [*command_of_unit(self._file), "--lines", "--journal", str(self.journal)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        self.rulings = Rulings(self._process.stdout)
        with ready:
            wait_until_ready(ready)
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def end(self) -> dict[str, Any]:
        """End the process as systemd does."""
        self._process.terminate()
        status = self._process.wait(timeout=PATIENCE)
        _close(self._process, self.rulings)
        return {"status": status}


class Installed:
    """The box is served by ``boxctl service install``, with systemd; it is removed at the end."""

    def __init__(self, file: Path, _journal: Path) -> None:
        self._file = file
        self.journal = JOURNAL
        self._told: dict[str, Any] = {}

    def __enter__(self) -> Installed:
        DROP_IN.parent.mkdir(parents=True)
        DROP_IN.write_text(TELLS_RULINGS)
        RULINGS.touch()
        self._told["installed"] = _boxctl("install", "--config", str(self._file), "--yes")
        if self._told["installed"]["status"] != 0:
            raise RuntimeError(f"{self._told['installed']['said']}\n{SAID.read_text()}")
        self._told["state"] = asked("service", "status")[1]
        self._told["doctor"] = asked("doctor", "--config", str(CONFIG))[1]["checks"]
        self._follower = subprocess.Popen(
            ["tail", "--lines=+1", "--follow", RULINGS], stdout=subprocess.PIPE, text=True
        )
        assert self._follower.stdout is not None
        self.rulings = Rulings(self._follower.stdout)
        return self

    def __exit__(self, *error: object) -> None:
        if any(error):
            print(json.dumps(self._told), SAID.read_text(), sep="\n", file=sys.stderr)
        self._follower.terminate()
        _close(self._follower, self.rulings)
        self._told["removed"] = _boxctl("uninstall", "--purge", "--yes")

    def end(self) -> dict[str, Any]:
        """Stop the service."""
        subprocess.run(["systemctl", "stop", "boxctl.service"], check=True)
        shown = subprocess.run(
            ["systemctl", "show", "--property=ExecMainStatus", "--value", "boxctl.service"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        self._told["status"] = int(shown.stdout)
        self._told["owner"] = JOURNAL.owner()
        return self._told


def _close(process: subprocess.Popen[str], rulings: Rulings) -> None:
    """Wait for a process that has been ended, and for the last that it said."""
    rulings.wait_for_end()
    with process:
        pass


def _boxctl(*arguments: str) -> dict[str, Any]:
    """Run ``boxctl service``; return its exit status and what it said."""
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "service", *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False, timeout=INSTALL_PATIENCE_S, env={**os.environ, "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    return {"status": ended.returncode, "said": ended.stdout.strip()}


def give_to_group(device: Path, group: str) -> None:
    """Let a group read and write a device, as Raspberry Pi OS and Debian have it."""
    shutil.chown(device, group=group)
    device.chmod(0o660)
