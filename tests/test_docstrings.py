"""The docstrings of packages: first looks print what they say, and imports are named."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

from boxctl import referee, rules


@pytest.mark.parametrize("package", [rules, referee])
def test_a_first_look_is_true(package: ModuleType) -> None:
    failed, tried = doctest.testmod(package)
    assert tried and not failed


ROOT = Path(__file__).parents[1]
PACKAGES = [
    str(path.parent.relative_to(ROOT))
    for top in (
        "boxctl",
        "hardware",
        "firmware_bridge",
        "groundwork",
        "packaging/gpiozero-gpiod/gpiozero_gpiod",
    )
    for path in sorted((ROOT / top).rglob("__init__.py"))
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_is_for_and_what_it_may_import(package: str) -> None:
    text = (ROOT / package / "__init__.py").read_text(encoding="utf-8")
    said = ast.get_docstring(ast.parse(text)) or ""
    assert re.search(r"\bimports?\b", said, re.IGNORECASE), said


@pytest.mark.parametrize("package", PACKAGES)
def test_a_list_of_the_modules_of_a_package_names_those_that_are_there(package: str) -> None:
    folder = ROOT / package
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    rows = re.findall(r"^``\w+``(?:, ``\w+``)*  .*", said, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"``(\w+)``", row)}
    there = {path.stem for path in folder.iterdir()}
    assert named <= there
