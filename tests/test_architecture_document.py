"""docs/architecture.md tells of the code as it is: its files, its functions, its states."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from boxctl.table.states import TRANSITIONS, StatePart, Trigger

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")

STEPS = re.findall(r"^\| `([\w/.]+)` \| `([\w.]+)` \|", PAGE, re.MULTILINE)
FILES = set(re.findall(r"`([a-z_]+/[\w/]+\.\w+)`", PAGE))
FLOORS = ("boxctl", "hardware", "firmware_bridge", "groundwork")


@cache
def names(file: str) -> frozenset[str]:
    """The functions and classes of a module, and ``Class.method``."""
    found = set[str]()
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = (each for each in node.body if isinstance(each, ast.FunctionDef))
            found |= {f"{node.name}.{each.name}" for each in inside}
    return frozenset(found)


def test_the_walks_are_found() -> None:
    assert len(STEPS) > 30
    assert len({file for file, _function in STEPS}) > 20


@pytest.mark.parametrize(("file", "function"), STEPS, ids=[f"{f} {n}" for f, n in STEPS])
def test_every_step_of_a_walk_is_in_the_code(file: str, function: str) -> None:
    if file.endswith(".py"):
        assert function in names(file)
    else:
        assert function in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted(FILES))
def test_every_file_that_is_named_is_there(file: str) -> None:
    below_boxctl = ROOT / "boxctl" / file
    assert (ROOT / file).is_file() or below_boxctl.is_file()


def test_the_floors_of_boxctl_are_few_and_each_package_is_on_the_page() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (floors,) = (each for each in contracts["contracts"] if each["name"] == "the floors of boxctl")
    packages = {name for floor in floors["layers"] for name in floor.split(" | ")}
    assert len(floors["layers"]) <= 11
    tree = PAGE.split("    boxctl/\n")[1].split("    hardware/")[0]
    assert packages == set(re.findall(r"(?:^ {6}|\|  )([a-z]+) ", tree, re.MULTILINE))


def test_every_class_of_the_glossary_is_in_its_file() -> None:
    named = re.findall(r"`([A-Z]\w+)`[^|`]* in `([\w/]+\.py)`", PAGE)
    assert len(named) >= 3
    for name, file in named:
        text = (ROOT / (file if (ROOT / file).is_file() else f"boxctl/{file}")).read_text()
        assert re.search(rf"^(class )?{name}\b", text, re.MULTILINE), f"{name} in {file}"


def test_every_floor_is_drawn() -> None:
    (drawing,) = re.findall(r"## The floors\n.*?\n\n(    .*?)\n\n", PAGE, re.DOTALL)
    for package in FLOORS:
        assert f"{package}/" in drawing
    for path in (ROOT / "boxctl").iterdir():
        if (path / "__init__.py").is_file():
            assert re.search(rf"\b{path.name}\b", drawing), path.name


def test_the_states_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", states_section(), re.MULTILINE)
    assert {row for row in rows if row[0] not in ("when", "---")} == {
        (trigger.value, in_words(before), in_words(after))
        for trigger in Trigger
        for before, after in TRANSITIONS[trigger].items()
        if before != after
    }


def states_section() -> str:
    _before, _, section = PAGE.partition("## The states of a table\n")
    return section.partition("\n## ")[0]


def in_words(part: StatePart) -> str:
    return str(part.value)
