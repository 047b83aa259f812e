"""The commands of a box as tests start them: that of the unit, and those that answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from socket import AF_UNIX, SOCK_DGRAM, socket
from typing import Any

UNIT = Path(__file__).parents[3] / "docs/boxctl.service"

PATIENCE_S = 60.0


def command_of_unit(file: Path) -> list[str]:
    """Return the command of the service's unit, with this Python and the paths of the guest."""
    (command,) = re.findall(r"^ExecStart=(.+)$", UNIT.read_text(), re.M)
    program, *rest = command.split()
    assert program.endswith("/bin/boxctl")
    return [sys.executable, "-m", "boxctl",
            *(str(file) if part.endswith("box.toml") else part for part in rest)]  # fmt: skip


def ready_socket() -> tuple[socket, dict[str, str]]:
    """Return the socket on which a service says that it is ready, and its environment."""
    ready = socket(AF_UNIX, SOCK_DGRAM)
    # The kernel chooses an abstract address; the path of a file could be too long for a socket.
    ready.bind(b"")
    ready.settimeout(PATIENCE_S)
    address = ready.getsockname().removeprefix(b"\0").decode()
    return ready, {**os.environ, "NOTIFY_SOCKET": f"@{address}"}


def wait_until_ready(ready: socket) -> None:
    """Wait until the service says so. Raises TimeoutError."""
    while b"READY=1" not in ready.recv(4096):
        pass


def asked(*arguments: str) -> tuple[int, Any]:
    """Run a command that answers with JSON; return its exit status and its answer."""
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", *arguments, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, json.loads(ended.stdout)
