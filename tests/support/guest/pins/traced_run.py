"""Runs boxctl inside the virtual Pi and notes what it does with the devices of gpiozero.

Its first argument is the file in which the trace is left, as JSON; the others are those of boxctl.
Beside the trace stand the calls of the kernel: how many lines each read, and drove.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from boxctl.__main__ import main as boxctl
from gpiozero_gpiod import GpiodPin
from gpiozero_gpiod.line_request import HeldRequest
from tests.support.chips.device_trace import traced


def main(kept: Path) -> int:
    """Run boxctl with the arguments that are left; return its exit status."""
    read_at_once: list[int] = []
    driven_at_once: list[int] = []
    read, write = HeldRequest.read, HeldRequest.write

    def counted_read(request: HeldRequest, offsets: Any = None) -> dict[int, bool]:
        levels = read(request, offsets)
        read_at_once.append(len(levels))
        return levels

    def counted_write(request: HeldRequest, levels: Mapping[int, bool]) -> None:
        driven_at_once.append(len(levels))
        write(request, levels)

    with pytest.MonkeyPatch.context() as patch, traced(GpiodPin) as trace:
        patch.setattr(HeldRequest, "read", counted_read)
        patch.setattr(HeldRequest, "write", counted_write)
        try:
            return boxctl()
        finally:
            calls = {"read_at_once": read_at_once, "driven_at_once": driven_at_once}
            kept.write_text(json.dumps(trace.as_json() | calls))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv.pop(1))))
