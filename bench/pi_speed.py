"""On the GPIO lines of a real kernel: lever to lamp and to ruling, the cost of rest, the start."""

from __future__ import annotations

import os

from tests.support.guest.measured import told, told_of_rest, told_of_starts
from tests.support.guest.virtual_pi import GuestTime, report_of

EDGES = 10_050


def report() -> str:
    """Return the figures; they need a kernel with GPIO lines."""
    if not os.environ.get("VIRTUAL_PI"):
        return "lever to lamp: not measured, VIRTUAL_PI names no kernel (make test-pi builds one)"
    speed = told(report_of("latency_in_guest.py", str(EDGES), seconds=900, time=GuestTime.REAL))
    rest = told_of_rest(report_of("idle_in_guest.py", "rest", seconds=300))
    starts = told_of_starts(
        report_of("idle_in_guest.py", "start", seconds=300, time=GuestTime.REAL)
    )
    return f"{speed}\n{rest}\n{starts}"
