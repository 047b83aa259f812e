"""A class name means one thing in the whole product."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACTORY = "packaging/gpiozero-gpiod/gpiozero_gpiod"
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork", FACTORY)

ALLOWED: dict[str, str] = {}
"""Names that several classes may have, and why."""


def classes() -> dict[str, list[str]]:
    """Where each class of the product is defined: ``_Wire`` and ``Wire`` count as one name."""
    found: dict[str, list[str]] = defaultdict(list)
    for package in PRODUCT:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name.lstrip("_")].append(str(file.relative_to(ROOT)))
    return found


def test_no_class_name_has_two_meanings() -> None:
    twice = {name: files for name, files in classes().items() if len(files) > 1}
    assert {name: files for name, files in twice.items() if name not in ALLOWED} == {}


def test_what_is_allowed_is_there() -> None:
    assert [name for name in ALLOWED if len(classes()[name]) < 2] == []
