"""A directory on the disk: until it is synced, a file made or renamed in it may have no name."""

from __future__ import annotations

import os
from pathlib import Path


def sync_directory(directory: Path) -> None:
    """Bring the names in this directory to the disk. Raises OSError."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
