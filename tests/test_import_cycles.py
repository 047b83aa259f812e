"""No module imports itself by way of others, so that each can be read after those that it imports.

Imports for the type checker alone and those inside functions count, too: they keep Python from
stumbling, and leave two modules that cannot be understood one after the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("boxctl", "hardware", "firmware_bridge", "groundwork")


def modules() -> dict[str, Path]:
    """The modules of the product, by name."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in paths
    }


def imported(source: str, among: Set[str]) -> Iterator[str]:
    """The modules of ``among`` that this source imports, wherever it does so."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names if alias.name in among)
            case ast.ImportFrom(str(package), names, 0):
                for alias in names:
                    name = f"{package}.{alias.name}"
                    yield from [name] if name in among else [package] if package in among else []


def cycle_of(imports: Mapping[str, Set[str]]) -> list[str]:
    """A cycle of these modules, each of which imports the next; empty if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle[::-1]
    return []


def test_no_module_imports_itself_by_way_of_others() -> None:
    known = modules()
    assert len(known) > 400
    imports = {
        name: set(imported(path.read_text(encoding="utf-8"), known.keys())) - {name}
        for name, path in known.items()
    }
    assert cycle_of(imports) == []


@pytest.mark.parametrize(
    "source",
    [
        "import hardware.spi",
        "from hardware import spi",
        "from hardware.spi import SpiBus",
        "if TYPE_CHECKING:\n    from hardware.spi import SpiBus",
        "def opened():\n    from hardware.spi import SpiBus",
    ],
)
def test_an_import_counts_wherever_it_stands(source: str) -> None:
    assert list(imported(source, {"hardware", "hardware.spi"})) == ["hardware.spi"]


def test_a_cycle_is_found() -> None:
    imports = {"pin": {"factory"}, "factory": {"chips", "pin"}, "chips": {"errors"}}
    assert set(cycle_of(imports)) == {"pin", "factory"}
