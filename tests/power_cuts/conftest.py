"""A place for thousands of directories: in memory, where the system keeps files there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_MEMORY = Path("/dev/shm")


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty directory, removed after the test."""
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="power-cuts-", dir=memory) as directory:
        yield Path(directory)
