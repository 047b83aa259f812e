"""Writes what the firmware and the protocol's page take from ``messages`` and ``constants``.

``python -m firmware_bridge.protocol.generate`` writes the firmware's header and the tables of the
page anew; run it after every change of the messages. A test holds that both are up to date.
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
"""Each generated file, and how its text follows from the text that it has now."""


def main() -> None:
    """Write all of them."""
    for path, generated in GENERATED.items():
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(generated(text), encoding="utf-8")


if __name__ == "__main__":
    main()
