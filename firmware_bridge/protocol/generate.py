"""Makes what follows from the definitions of the messages, in the three places that need it.

``python -m firmware_bridge.protocol.generate`` writes the host's code, the firmware's header and
the tables of the protocol's page anew; run it after every change of ``definitions``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from firmware_bridge.protocol.to_c import c_header
from firmware_bridge.protocol.to_markdown import with_tables
from firmware_bridge.protocol.to_python import python_bytes, python_messages, python_numbers

_HERE = Path(__file__).parent

WRITTEN: dict[Path, Callable[[str], str]] = {
    _HERE / "messages.py": lambda _: python_messages(),
    _HERE / "codec.py": lambda _: python_bytes(),
    _HERE / "constants.py": lambda _: python_numbers(),
    _HERE.parent / "firmware" / "messages.h": lambda _: c_header(),
    _HERE.parents[1] / "docs" / "protocol.md": with_tables,
}
"""Each file that is made, and how: from the text that it has now."""


def text_of(path: Path) -> str:
    """What the file says now; nothing if it is not there."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main() -> None:
    """Write all of them anew."""
    for path, made in WRITTEN.items():
        path.write_text(made(text_of(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
