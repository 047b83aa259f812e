"""Where the journal is if no file is named."""

from __future__ import annotations

import os
from pathlib import Path

from groundwork.system.users import state_of_service, usual_folder

FILE = "journal.db"

OF_SERVICE = Path("/var/lib/boxctl") / FILE
"""The journal of the service, which it and root alone may read."""


def usual_place() -> Path:
    """Return the path: in the service's state directory, or in that of this user."""
    if (service := state_of_service()) is not None:
        return Path(service) / FILE
    state = os.environ.get("XDG_STATE_HOME") or usual_folder("state")
    return Path(state) / "boxctl" / FILE


def place_to_read() -> Path:
    """Return the usual place; the service's where this user has recorded nothing.

    So ``sudo boxctl dispute last last`` answers for the box that the service runs.
    """
    own = usual_place()
    return OF_SERVICE if OF_SERVICE.parent.is_dir() and not own.exists() else own
