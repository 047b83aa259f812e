"""Box files for tests: a good one, and ways to change it."""

from __future__ import annotations

from pathlib import Path

from hardware.config.box_file import BoxFile, BoxFileFault, Problem
from hardware.config.read import CheckRules, read_box
from hardware.config.tables.gpio import TilesTable

GOOD = """\
[box]
tiles = 3
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27]
[lamps]
driver = "gpio"
pins = [14, 15, 18]
[buttons]
driver = "gpio"
confirm = 20
new = 21
roll = 16
[roller]
driver = "serial"
port = "/dev/ttyACM0"
"""


def with_change(old: str, new: str) -> str:
    """The good box.toml with one thing different."""
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def read(directory: Path, text: str, check_rules: CheckRules | None = None) -> BoxFile:
    """Read this text as a box.toml."""
    path = directory / "box.toml"
    path.write_text(text, encoding="utf-8")
    return read_box(path, check_rules)


def problems(
    directory: Path, text: str, check_rules: CheckRules | None = None
) -> tuple[Problem, ...]:
    """What is wrong with this text as a box.toml."""
    try:
        read(directory, text, check_rules)
    except BoxFileFault as fault:
        return fault.problems
    return ()


def levers(box: BoxFile) -> TilesTable:
    """The table of a box whose tiles are on pins."""
    assert isinstance(box.tiles, TilesTable)
    return box.tiles
