"""Generate the firmware's header and the tables of the protocol's page.

Run ``python -m firmware_bridge.protocol.generate`` after every change of ``messages`` or
``constants``. A test checks that both files are up to date.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from firmware_bridge.protocol.to_c import c_header
from firmware_bridge.protocol.to_markdown import with_tables

_BRIDGE = Path(__file__).parents[1]

GENERATED: dict[Path, Callable[[str], str]] = {
    _BRIDGE / "firmware" / "messages.h": lambda _: c_header(),
    _BRIDGE.parent / "docs" / "protocol.md": with_tables,
}
"""Each generated file, and the function from its present text to its new one."""


def main() -> None:
    """Write every generated file."""
    for path, generated in GENERATED.items():
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(generated(text), encoding="utf-8")


if __name__ == "__main__":
    main()
