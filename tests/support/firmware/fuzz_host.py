"""Looks for bytes that break the host's end of the line; it needs atheris (pip install atheris).

    python -m tests.support.firmware.fuzz_host decoder -runs=10000000
    python -m tests.support.firmware.fuzz_host link -runs=1000000

An input of odd length is heard with its checksums mended, any other as it is. What is given beyond
the target's name is libFuzzer's: options, and a directory for what it finds. It begins with what
was kept in ``corpus/host``, and keeps more there if no directory is named.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parents[2] / "firmware_bridge" / "corpus" / "host"
LONGEST = 240
"""Bytes of an input: a few frames."""


def main() -> None:
    name, *options = sys.argv[1:] or ["decoder"]
    atheris: Any = import_module("atheris")
    # Nothing of the bridge may have been imported before, or it would not be instrumented.
    with atheris.instrument_imports(include=["firmware_bridge"]):
        lines: Any = import_module("tests.support.firmware.hostile_lines")
    if name not in lines.TARGETS:
        sys.exit(f"there is no target {name}; known are {', '.join(lines.TARGETS)}")
    target, mended = lines.TARGETS[name], lines.mended

    def hear(data: bytes) -> None:
        target(mended(data) if len(data) % 2 else data)

    atheris.Setup([sys.argv[0], f"-max_len={LONGEST}", *options, str(CORPUS)], hear)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
