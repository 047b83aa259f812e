"""Runs the scripts beside it inside the virtual Pi of tests/virtual_pi.

The environment variable VIRTUAL_PI names the directory of its kernel. Where it is set, a test that
needs the kernel runs, whatever is missing for it; elsewhere it is skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]

NEEDS_A_KERNEL = [
    pytest.mark.kernel,
    pytest.mark.skipif(
        not os.environ.get("VIRTUAL_PI"),
        reason="VIRTUAL_PI names no kernel with GPIO; make test-pi builds one",
    ),
]


class GuestTime(StrEnum):
    """How time passes in the virtual Pi; the value is the argument of its kernel."""

    REAL = ""
    """As ours does: for what measures."""

    SKIPS_SLEEPS = "time-travel"
    """What computes takes as long as in ours, and may come too late; what waits takes none."""

    VIRTUAL = "time-travel=inf-cpu"
    """Time passes only while every thread sleeps, so that a busy host changes nothing. A thread
    that never sleeps stops it."""


def report_of(
    script: str,
    *arguments: str,
    seconds: int,
    mcp23017: bool = False,
    time: GuestTime = GuestTime.VIRTUAL,
    memory: str = "256M",
    python: Path | None = None,
) -> dict[str, Any]:
    """Run a script of this directory in the virtual Pi, and give what it prints last, as JSON.

    ``seconds`` of our time are the most that it may take. ``python`` is that of another
    environment, which sees nothing of this tree.
    """
    environment = environment_of(seconds) | {
        "VIRTUAL_PI_MCP23017": "1" if mcp23017 else "",
        "UML_ARGS": time,
        "MEM": memory,
    }
    if python is not None:
        environment |= {"PYTHON": str(python), "PYTHONPATH": "", "PYTHONSAFEPATH": "1"}
    ended = subprocess.run(
        [ROOT / "tests/virtual_pi/run.sh", ROOT / "tests/support/guest" / script, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-4000:]
    report: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return report


def environment_of(seconds: int) -> dict[str, str]:
    """Return the environment of ``run.sh`` for a script that takes so long at most."""
    return os.environ | {
        "PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        # In the guest's own memory: every roller of the tests begins with the same series, whose
        # throws a journal of another guest would know already.
        "XDG_STATE_HOME": "/run/state",
        "TIMEOUT": str(seconds),
    }
