"""Where the journal is, where nobody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "journal.db"


def usual_place() -> Path:
    """The state directory of the service, or that of the user (``~/.local/state/boxctl``)."""
    if service := os.environ.get("STATE_DIRECTORY"):
        return Path(service.split(":")[0]) / FILE
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111
    return Path(state) / "boxctl" / FILE
