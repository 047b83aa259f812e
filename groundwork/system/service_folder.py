"""Where systemd lets a service keep what it writes."""

from __future__ import annotations

import os


def state_of_service() -> str | None:
    """Return the state directory of the service that this program is; None if it is none."""
    named = os.environ.get("STATE_DIRECTORY", "")
    # It may have several: the first is the one that is meant.
    return named.split(":")[0] or None
