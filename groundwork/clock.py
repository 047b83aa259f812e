"""The clocks: CLOCK_MONOTONIC, on which the kernel also stamps its edges, and the time of day.

Everything that asks for the time asks here.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime


def monotonic_us() -> int:
    """Return the time in whole microseconds. It never goes back; its zero is arbitrary."""
    return time.monotonic_ns() // 1000


def suspended_us() -> int:
    """Return for how long this machine was suspended since it started, in microseconds.

    The time of :func:`monotonic_us` stands still then. It may be off by what passes between two
    looks at a clock. Only Linux tells: elsewhere it is 0.
    """
    if sys.platform != "linux":
        return 0
    return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1000


def utc_now() -> datetime:
    """Return the time of day (UTC). Somebody may set it, also back."""
    return datetime.fromtimestamp(unix_s(), UTC)


def unix_s() -> float:
    """Return the time of day in seconds since 1970 (UTC). Somebody may set it, also back."""
    return time.time()
