"""The names that docs/contracts.md promises to drivers of other packages are where it says."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from hardware.config.declare import INTERFACE

CONTRACTS = Path(__file__).parents[3] / "docs" / "contracts.md"
CODE = re.compile(r"`([\w.]+)`")


def promised() -> dict[str, set[str]]:
    """The names promised for each module; a row may name several of a folder, apart by ``;``."""
    text = CONTRACTS.read_text(encoding="utf-8")
    _, table = text.split("| module | promised |\n| --- | --- |\n")
    found = {}
    for row in table.split("\n\n")[0].splitlines():
        modules, names = row.strip("|").split(" | ")
        first, *more = CODE.findall(modules)
        folder = first.rpartition(".")[0]
        places = [first, *(folder + each for each in more)]
        told = names.split(";") if more else [names]
        for place, each in zip(places, told, strict=True):
            found[place] = {name for name in CODE.findall(each) if name not in {"spi", "i2c"}}
    return found


@pytest.mark.parametrize("module", sorted(promised()))
def test_a_promised_name_is_in_its_module(module: str) -> None:
    missing = {name for name in promised()[module] if not hasattr(import_module(module), name)}
    assert not missing


def test_the_version_of_what_is_promised_is_the_one_that_the_page_names() -> None:
    assert f"as version {INTERFACE}, which it names" in CONTRACTS.read_text(encoding="utf-8")
