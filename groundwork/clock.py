"""The one clock of a box: CLOCK_MONOTONIC, on which the kernel also stamps its edges."""

from __future__ import annotations

import time


def monotonic_us() -> int:
    """Return the time in whole microseconds. It never goes back; its zero is arbitrary."""
    return time.monotonic_ns() // 1000
