"""A line that looks like a serial port."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.port.serial_port import PtyLine


@pytest.fixture
def line(tmp_path: Path) -> Iterator[PtyLine]:
    """The far end of a pseudo-terminal; the near end is ``tmp_path / "port"``."""
    line = PtyLine(tmp_path / "port")
    yield line
    line.close()
