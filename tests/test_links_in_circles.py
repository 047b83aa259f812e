"""A link that leads to itself is no reason to end: of such, Path.resolve makes a RuntimeError."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork")


def test_nothing_resolves_a_path_in_the_way_that_raises_runtime_errors() -> None:
    """Before Python 3.13 it does; os.path.realpath raises OSError at most, and only if strict."""
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for part in PRODUCT
        for file in sorted((ROOT / part).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "resolve"
    ]
    assert found == []
