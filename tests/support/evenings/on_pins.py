"""The box.toml of an evening: its levers and buttons on the header, its lamps on an expander."""

from __future__ import annotations

import json
from pathlib import Path

from hardware.devices import BUTTONS
from tests.support.evenings.evening import Evening
from tests.support.tables.mock_pins import MockPins

LINES_OF_EXPANDER = 16


def box_on_pins(evening: Evening, box_file: Path) -> MockPins:
    """Write the box.toml and return what is wired so."""
    assert evening.wired <= LINES_OF_EXPANDER
    tiles = list(range(evening.wired))
    buttons = zip(BUTTONS, range(LINES_OF_EXPANDER, LINES_OF_EXPANDER + len(BUTTONS)), strict=True)
    lamps = [f"mcp23017:{line}" for line in tiles]
    quiet = f"debounce_ms = {evening.quiet / 1000}"
    box_file.write_text(f"""
[box]
tiles = {evening.wired}
[rules]
variant = "{evening.name}"
players = {json.dumps(evening.players)}
[gpio]
i2c = false
[tiles]
driver = "gpio"
pins = {tiles}
{quiet}
[lamps]
driver = "gpio"
pins = {json.dumps(lamps)}
[buttons]
driver = "gpio"
{chr(10).join(f"{name} = {pin}" for name, pin in buttons)}
{quiet}
[roller]
driver = "pi"
""")
    return MockPins(box_file)
