"""The default path of the journal."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "journal.db"


def usual_place() -> Path:
    """Return the path: in the service's state directory, or in ``~/.local/state/boxctl``."""
    if service := os.environ.get("STATE_DIRECTORY"):
        return Path(service.split(":")[0]) / FILE
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111
    return Path(state) / "boxctl" / FILE
