"""A line is never held up by what it can carry."""

from __future__ import annotations

from firmware_bridge.link.events import bytes_at
from groundwork.limits import RateLimit


def test_a_line_that_delivers_what_its_baud_rate_says_is_never_held_up() -> None:
    limit = RateLimit(bytes_at(115200))
    # 4096 bytes take 0.36 seconds at this rate.
    assert all(limit.take(now, 4096) for now in range(0, 600_000_000, 355_556))
    assert not all(limit.take(now, 4096) for now in range(600_000_000, 700_000_000, 100_000))
