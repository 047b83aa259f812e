"""The time of day as the journal writes it."""

from __future__ import annotations

from datetime import UTC, datetime


def time_of_day() -> str:
    """Return the time of day now (UTC, ISO 8601, in milliseconds)."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
