"""Find where box.toml names the dice of the rules.

By itself: a start needs it, and the reader of TOML lines, only for a fault.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress

from groundwork.toml.lines import key_lines
from hardware.config.box_file import BoxFile


def place_of_dice(box_file: BoxFile) -> str:
    """Return ``box.toml:5: rules.variant = "twenty-twelve"``, or the key that sets the dice.

    Without the line if the file has changed since, so that it cannot be read any more.
    """
    rules = box_file.rules
    key: tuple[str, ...] = ("rules", "variant")
    value = rules.variant
    for setting, text in rules.settings:
        if setting == "dice":
            key, value = ("rules", "set", "dice"), text
    line = None
    with suppress(OSError, ValueError):
        text = box_file.path.read_text(encoding="utf-8-sig")
        tomllib.loads(text)
        lines = key_lines(text)
        line = next((lines[key[:end]] for end in (3, 2, 1) if key[:end] in lines), None)
    number = "" if line is None else f":{line}"
    return f'{box_file.path}{number}: {".".join(key)} = "{value}"'
