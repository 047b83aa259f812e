"""The time of day as the journal writes it."""

from __future__ import annotations

from groundwork.clock import utc_now


def time_of_day() -> str:
    """Return the time of day now (UTC, ISO 8601, in milliseconds)."""
    return utc_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
